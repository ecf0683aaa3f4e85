recall();
make();
