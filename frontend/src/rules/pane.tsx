// The tab Rules: the rulebook clause by clause, and the errata.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ClauseAnswer, ClauseData, Place } from "../api";
import { ErrataList } from "../errata/list";
import { marked as mark } from "../panels/sought";
import { explain } from "../session";
import { openText, reveal } from "../shown";
import * as state from "../state";
import { words } from "../words/en";
import { book, choose, chosen, details, findingsByClause, foundBesides, listed, openRule, sought, view, wanted, type RulesView } from "./model";

const VIEWS: readonly RulesView[] = ["rulebook", "errata"];

export function RulesPane(): JSX.Element {
  return (
    <div id="pane-rules" class="pane" role="tabpanel" aria-labelledby="tab-rules" hidden={state.pane.value !== "rules"}>
      <div class="bar">
        <div class="switch" role="group" aria-label={words.pane.rules}>
          {VIEWS.map((each) => (
            <button key={each} id={`rules-${each}`} aria-pressed={view.value === each} onClick={() => (view.value = each)}>{words.rules.view[each]}</button>
          ))}
        </div>
        {view.value === "rulebook" && (
          <input id="find-clause" type="search" aria-label={words.rules.find} placeholder={words.rules.find} value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
        )}
      </div>
      <div class="rules-view" tabIndex={-1}>{state.pane.value !== "rules" ? null : view.value === "errata" ? <ErrataList /> : <Rulebook />}</div>
    </div>
  );
}

function Rulebook(): JSX.Element {
  const known = book.value, shown = listed.value, element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // what is found is read from its beginning; `open` scrolls to a clause by itself
    if (wanted.value !== "") element.current?.scrollTo(0, 0);
  }, [wanted.value]);
  if (known === null) return <p class="empty quiet">{words.rules.loading}</p>;
  if (known.clauses.length === 0) return <Without />;
  const titles = new Map(known.rules.map((each) => [each.number, `${each.name}, ${each.title}`]));
  return (
    <div class="rulebook" ref={element} tabIndex={0} role="region" aria-label={words.rules.view.rulebook}>
      {shown.length === 0 && <p class="empty quiet">{words.rules.noneFound}</p>}
      {shown.map((each, n) => (
        <>
          {each.rule !== shown[n - 1]?.rule && <h3 key={`rule ${each.rule}`}>{titles.get(each.rule) ?? each.rule}</h3>}
          <ClauseEntry key={each.id} clause={each} open={chosen.value === each.id} />
        </>
      ))}
    </div>
  );
}

const marked = (text: string): ComponentChildren => mark(text, sought.value);

function Without(): JSX.Element {
  const documents = (state.game.value?.documents ?? []).filter((each) => each.kind === "rulebook");
  return (
    <div class="empty">
      <p>{documents.length === 0 ? words.rules.none : words.rules.broken}</p>
      {documents.map((each) => (
        <button key={each.name} onClick={() => { state.pane.value = "text"; void openText(each.name); }}>{each.name}</button>
      ))}
    </div>
  );
}

function ClauseEntry({ clause, open }: { clause: ClauseData; open: boolean }): JSX.Element {
  const element = useRef<HTMLElement>(null);
  const found = findingsByClause.value.get(clause.id) ?? [];
  useEffect(() => {
    if (open) element.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <article ref={element} class="clause" data-clause={clause.id} aria-current={open ? "true" : undefined}>
      <h4>
        <button class="bare name" aria-expanded={open} onClick={() => void choose(open ? "" : clause.id)}>
          <b>{marked(clause.id)}</b> <span>{marked(clause.title)}</span>
        </button>
        {found.length > 0 && <span class="count" title={words.findingsHere(found.length)}>{found.length}</span>}
        {clause.rulings.length > 0 && <span class="flag">{words.rules.rulings(clause.rulings.length)}</span>}
      </h4>
      <p>{marked(clause.text)}</p>
      {!open && foundBesides(clause).map((each, n) => <p key={n} class="quiet">{marked(each)}</p>)}
      {(clause.gap || clause.lost) && <p class="bad">{clause.gap ? words.rules.gap(clause.gap) : words.rules.lost(clause.lost)}</p>}
      {clause.cites.length > 0 && (
        <p class="cites">{words.rules.see}{" "}
          {clause.cites.map((each, n) => (
            <button key={n} class="chip" onClick={() => void openRule(each.rule, each.about)}>{words.rules.cite(each.rule, each.about)}</button>
          ))}
        </p>
      )}
      {open && <Open clause={clause} known={details.value?.id === clause.id ? details.value : null} />}
    </article>
  );
}

function Open({ clause, known }: { clause: ClauseData; known: ClauseAnswer | null }): JSX.Element {
  const named = book.value?.quantities ?? {};
  const { at } = clause;
  return (
    <div class="details">
      {findingsByClause.value.get(clause.id)?.map((each, n) => (
        <p key={n} class="bad"><button class="chip" onClick={() => void explain(each.code)}>{each.code}</button> {each.message}</p>
      ))}
      {clause.rulings.map((each) => (
        <dl key={each.id} class="ruling">
          <dt>{words.rules.ruling(each.id)}</dt><dd>{each.question}</dd>
          <dt>{words.rules.reading}</dt><dd>{each.reading}</dd>
          {each.others.map((other) => <><dt>{words.rules.other}</dt><dd>{other}</dd></>)}
          <dt>{words.rules.why}</dt><dd>{each.why}</dd>
        </dl>
      ))}
      {clause.states.length > 0 && (
        <table class="values">
          <thead><tr><th>{words.rules.quantity}</th><th>{words.rules.value}</th><th>{words.rules.elsewhere}</th></tr></thead>
          <tbody>
            {clause.states.map(([name, value]) => (
              <tr key={name}>
                <td title={name}>{named[name] ?? name}</td>
                <td><b>{value}</b></td>
                <td>
                  {known?.elsewhere.filter((each) => each.quantity === name).map((each, n) => (
                    <Link key={n} at={each.at}>{each.value === value ? each.name : `${each.value}: ${each.name}`}</Link>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {known && (
        <>
          {state.game.value?.played !== false && (
            <>
              <List title={words.rules.carried} none={clause.executable ? words.rules.uncarried : words.rules.idle(known.reason)}>
                {known.carried.map((each) => <Link key={each.name} at={each.at}><code>{each.name}</code></Link>)}
              </List>
              <List title={words.rules.tests} none={words.rules.untested}>{known.tests.map((each) => <code key={each}>{each}</code>)}</List>
            </>
          )}
          {known.examples.length > 0 && <List title={words.rules.examples}>{known.examples.map((each) => <Link key={each.id} at={each.at}>{each.title}</Link>)}</List>}
          {known.corrections.length > 0 && <List title={words.rules.corrections}>{known.corrections.map((each) => <span key={each}>{each}</span>)}</List>}
        </>
      )}
      {at && <button onClick={() => { state.pane.value = "text"; void reveal(at.doc, at.from, at.from, true); }}>{words.rules.toText}</button>}
    </div>
  );
}

function List({ title, none = "", children }: { title: string; none?: string; children: JSX.Element[] }): JSX.Element {
  return (
    <section>
      <h5>{title}</h5>
      {children.length === 0 ? <p class="quiet">{none}</p> : <ul>{children.map((each, n) => <li key={n}>{each}</li>)}</ul>}
    </section>
  );
}

function Link({ at, children }: { at: Place | null; children: ComponentChildren }): JSX.Element {
  if (!at) return <span>{children}</span>;
  return <button class="bare link" title={`${at.doc}, ${words.line(at.line)}`} onClick={() => { state.pane.value = "text"; void reveal(at.doc, at.from, at.to); }}>{children}</button>;
}
