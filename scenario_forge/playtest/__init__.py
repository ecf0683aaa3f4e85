"""Many games of one scenario: sampling, statistics, sequential tests, comparisons of variants.

Called by the API, read by the reports. Plays through the simulator; never draws, and never imports printing.
"""
