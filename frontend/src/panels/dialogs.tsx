// Dialogs: a place, the keys, the page of a code, a conflict on saving, recovery.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Conflict } from "../api";
import { change, recover, save } from "../session";
import * as state from "../state";
import { compared } from "../text/compare";
import { words } from "../words/en";

export function Dialogs(): JSX.Element | null {
  const dialog = state.dialog.value;
  switch (dialog?.is) {
    case "keys":
      return <Window title={words.keysTitle} wide><Keys /></Window>;
    case "place":
      return <PlaceForm key={dialog.hex} hex={dialog.hex} />;
    case "explain":
      // the server made this page from the package's own Markdown, and escaped it
      return <Window title={dialog.code} wide><div class="page" dangerouslySetInnerHTML={{ __html: dialog.html }} /></Window>;
    case "conflict":
      return <Window title={words.conflictTitle} wide><ConflictList conflicts={dialog.conflicts} /></Window>;
    case "recovery":
      return (
        <Window title={words.recoveryTitle}>
          <p>{words.recoverySays(dialog.offer.offered.map((each) => each.doc), dialog.offer.when)}</p>
          <div class="buttons">
            <button id="recover" class="main" onClick={() => void recover(true)}>{words.recover}</button>
            <button id="discard" onClick={() => void recover(false)}>{words.discard}</button>
          </div>
        </Window>
      );
    default:
      return null;
  }
}

function close(): void {
  state.dialog.value = null;
}

function Window({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = element.current, before = document.activeElement;
    shown?.showModal();
    return () => {
      // while it is open, nothing else takes the focus
      shown?.close();
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : document.getElementById("board");
      back?.focus();
      // what had the focus is taken out of the page only after this
      requestAnimationFrame(() => document.activeElement === document.body && back?.focus());
    };
  }, []);
  return (
    <dialog ref={element} class={wide ? "wide" : ""} aria-labelledby="dialog-title" onClose={(event) => event.currentTarget.isConnected && close()} onClick={(event) => event.target === element.current && close()}>
      <div class="inside">
        <h2 id="dialog-title">{title}</h2>
        <button class="bare shut" aria-label={words.close} title={words.close} onClick={close}>×</button>
        {children}
      </div>
    </dialog>
  );
}

function Keys(): JSX.Element {
  return (
    <div class="keys">
      {words.keyGroups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <dl>
            {group.rows.map(([keys, does]) => <><dt>{keys}</dt><dd>{does}</dd></>)}
          </dl>
        </section>
      ))}
    </div>
  );
}

function PlaceForm({ hex }: { hex: string }): JSX.Element {
  const there = state.placesByHex.value.get(hex);
  const name = useSignal(there?.name ?? "");
  const kinds = useSignal<readonly string[]>(there?.kinds ?? []);
  const capacity = useSignal(there?.capacity ?? "");
  const complaint = useSignal("");

  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const called = name.value.trim();
    if (called === "") {
      complaint.value = words.needsName;
      return;
    }
    const size = capacity.value.trim();
    let done = true;
    if (!there) {
      done = await change("map.place", { hex, name: called, kinds: kinds.value, ...(size ? { capacity: size } : {}) });
    } else {
      if (called !== there.name) done = await change("map.place.set", { hex, key: "name", value: called });
      if (done && kinds.value.join() !== there.kinds.join()) done = await change("map.place.set", { hex, key: "kinds", value: kinds.value });
      if (done && size !== (there.capacity ?? "")) done = await change("map.place.set", { hex, key: "capacity", value: size || null });
    }
    if (done) close();
    else complaint.value = state.said.value.text;
  };
  const remove = async (): Promise<void> => {
    if (await change("map.place.remove", { hex })) close();
    else complaint.value = state.said.value.text;
  };
  const toggle = (id: string): void => {
    kinds.value = kinds.value.includes(id) ? kinds.value.filter((each) => each !== id) : [...kinds.value, id];
  };
  return (
    <Window title={there ? words.placeChange(there.name, hex) : words.placeNew(hex)}>
      <form onSubmit={(event) => void send(event)}>
        <label class="field">
          {words.name}
          <input id="place-name" autofocus value={name.value} aria-invalid={complaint.value !== ""} aria-describedby="complaint" onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <fieldset>
          <legend>{words.kinds}</legend>
          <div class="checks">
            {(state.map.value?.place_kinds ?? []).map((each) => (
              <label key={each.id}>
                <input type="checkbox" value={each.id} checked={kinds.value.includes(each.id)} onChange={() => toggle(each.id)} /> {each.name}
              </label>
            ))}
          </div>
        </fieldset>
        <label class="field">
          {words.capacity}
          <input id="place-capacity" class="short" value={capacity.value} onInput={(event) => (capacity.value = event.currentTarget.value)} />
          <small class="quiet">{words.capacityHelp}</small>
        </label>
        <p id="complaint" class="bad" role="alert">{complaint.value}</p>
        <div class="buttons">
          <button id="place-done" class="main" type="submit">{there ? words.change : words.add}</button>
          {there && <button id="place-remove" type="button" onClick={() => void remove()}>{words.remove}</button>}
          <button type="button" onClick={close}>{words.cancel}</button>
        </div>
      </form>
    </Window>
  );
}

function ConflictList({ conflicts }: { conflicts: readonly Conflict[] }): JSX.Element {
  return <>{conflicts.map((each) => <OneConflict key={each.doc} conflict={each} />)}</>;
}

function OneConflict({ conflict }: { conflict: Conflict }): JSX.Element {
  const compared = useSignal(false);
  const { doc, mine, theirs } = conflict;
  return (
    <section class="conflict" data-doc={doc}>
      <p>{theirs === null ? words.conflictGone(doc) : words.conflictSays(doc)}</p>
      <div class="buttons">
        <button data-choose="theirs" title={words.theirsHelp} onClick={() => void save({ [doc]: "theirs" })}>{words.theirs}</button>
        <button data-choose="mine" title={words.mineHelp} onClick={() => void save({ [doc]: "mine" })}>{words.mine}</button>
        <button data-choose="compare" aria-expanded={compared.value} onClick={() => (compared.value = !compared.value)}>
          {compared.value ? words.hideCompare : words.compare}
        </button>
      </div>
      {compared.value && <Comparison mine={mine} theirs={theirs ?? ""} />}
    </section>
  );
}

function Comparison({ mine, theirs }: { mine: string; theirs: string }): JSX.Element {
  const rows = compared(mine, theirs);
  if (rows.length === 0) return <p class="quiet">{words.sameText}</p>;
  return (
    <div class="compared" tabIndex={0} role="region" aria-label={words.compare}>
      <table>
        <thead><tr><th scope="col" /><th scope="col">{words.mineTitle}</th><th scope="col">{words.theirsTitle}</th></tr></thead>
        <tbody>
          {rows.map((row, n) => (
            <tr key={n} class={row.mine === row.theirs ? "" : "differs"}>
              <th scope="row">{row.number ?? ""}</th><td><code>{row.mine}</code></td><td><code>{row.theirs}</code></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
