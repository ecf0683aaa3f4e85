// The findings below the map, and the strip above the text that says where the files speak of a hex.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Finding, Severity } from "../api";
import { drawFront, frontOf } from "../drafts/drafts";
import { correct, correctFinding } from "../errata/model";
import { listeners } from "../queue";
import { applyFix, explain } from "../session";
import { reveal } from "../shown";
import { goToText } from "../tables/tables";
import * as state from "../state";
import { words } from "../words/en";
import { openRule } from "../rules/model";
import { Icon } from "./icons";
import { goTo } from "./go-to";
import { Splitter } from "./splitter";
import { quoted } from "./window";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export function Findings(): JSX.Element {
  const all = state.findings.value, listed = state.listed.value;
  const documents = [...new Set(all.map((each) => each.doc))].sort();
  return (
    <section class="findings" aria-labelledby="findings-title">
      <Splitter of="--findings-height" least={80} />
      <div class="bar">
        <h2 id="findings-title">{words.findings}</h2>
        {SEVERITIES.map((each) => (
          <button
            key={each}
            class={`filter ${each}`}
            data-severity={each}
            aria-pressed={state.severities.value.has(each)}
            onClick={() => {
              const now = new Set(state.severities.value);
              if (!now.delete(each)) now.add(each);
              state.severities.value = now;
            }}
          >
            <Icon name={each} /> {words.severities[each](all.filter((one) => one.severity === each).length)}
          </button>
        ))}
        <label>
          <span class="said">{words.ofDocument}</span>
          <select id="of-document" value={state.ofDocument.value} onChange={(event) => (state.ofDocument.value = event.currentTarget.value)}>
            <option value="">{words.allDocuments}</option>
            {documents.map((each) => <option key={each} value={each}>{each}</option>)}
          </select>
        </label>
        <span class="quiet checked" role="status">{state.complete.value ? words.checked : words.checking}</span>
      </div>
      {listed.length === 0 ? (
        <p class="empty quiet">{all.length > 0 ? words.noneShown : state.complete.value ? words.noFindings : words.checking}</p>
      ) : (
        <ul tabIndex={0} aria-label={words.findings}>
          {listed.slice(0, 300).map((each, n) => <Row key={`${each.code} ${each.doc} ${each.from} ${n}`} finding={each} />)}
        </ul>
      )}
    </section>
  );
}

function Row({ finding }: { finding: Finding }): JSX.Element {
  const element = useRef<HTMLLIElement>(null);
  const chosen = state.isSame(state.chosenFinding.value, finding);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const go = (): void => {
    state.chosenFinding.value = finding;
    const [hex] = finding.hexes;
    if (hex) goTo(hex, false);
    if (goToText(finding.doc, finding.from)) return;
    state.pane.value = "text";
    void reveal(finding.doc, finding.from, finding.to, true);
  };
  return (
    <li ref={element} class={`finding ${finding.severity}`} data-code={finding.code} aria-current={chosen ? "true" : undefined}>
      <span class="sign" title={words.severity[finding.severity]}><Icon name={finding.severity} /><span class="said">{words.severity[finding.severity]}</span></span>
      <button class="code" title={words.explain(finding.code)} onClick={() => void explain(finding.code)}>{finding.code}</button>
      <button class="message" onClick={go}>
        <span>{quoted(finding.message)}</span>
        {finding.hint && <span class="quiet"> {quoted(finding.hint)}</span>}
      </button>
      <span class="fixes">
        {finding.rule && <button class="rule" title={words.rules.open(finding.rule)} onClick={() => void openRule(finding.clause || (finding.rule ?? ""))}>{finding.rule}</button>}
        {finding.fixes.map((fix) => (
          <button key={fix.title} class="fix" onClick={() => void applyFix(finding, fix)}>{words.fix(fix.title)}</button>
        ))}
        {frontOf(finding) !== "" && <button class="fix" data-draw-front onClick={() => void drawFront(frontOf(finding))}>{words.dates.drawFront}</button>}
        {finding.severity !== "info" && !/^errata\//.test(finding.doc) && !/^(FIL|SCH|SUP|YML)/.test(finding.code) && (
          <button class="correct" title={words.errata.correctHelp} onClick={() => void correctFinding(finding)}>{words.errata.correct}</button>
        )}
      </span>
      <button class="where quiet" onClick={go}>{finding.hexes.length > 0 && finding.hexes.length < 4 ? `${finding.hexes.join(", ")} · ` : ""}{finding.doc}:{finding.line}</button>
    </li>
  );
}

export function Spoken(): JSX.Element {
  const at = state.at.value;
  return (
    <div class="spoken">
      {state.doc.value !== "" && !state.doc.value.startsWith("errata/") && (
        <button id="correct" title={words.errata.correctHelp} onClick={() => void correct(state.doc.value, listeners.cursor())}>{words.errata.correct}</button>
      )}
      <h2>{state.doc.value || words.text}</h2>
      {at && (
        <p>
          <span class="quiet">{at.places.length > 0 ? words.whereHexIs(at.hex) : words.hexNowhere(at.hex)}</span>
          {at.places.slice(0, 12).map((each, n) => (
            <button key={n} class="chip" title={`${each.doc}, ${words.line(each.line)}`} onClick={() => void reveal(each.doc, each.from, each.to)}>
              {each.label}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
