import "./start.css";
import { useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { Icon } from "../../ui/icons";
import { ProgressBar } from "../banner";
import { FileChooser } from "../file-drop";
import { HelpButton, ThemeButton } from "../topbar";
import { CARDS, PRODUCT, START } from "../words";
import { type Card, EXAMPLES } from "./cards";
import { openExample } from "./opening";
import { RecentProjects } from "./recent";

/** What this is, a place to drop a file, examples that lead to a result, and earlier work. */
export function StartPage({ workbench }: { workbench: Workbench }) {
  return (
    <main id="content" class="start scrolls" data-testid="start-page" tabIndex={-1}>
      <header class="start-top row">
        <b>{PRODUCT}</b>
        <span class="spring" />
        <ThemeButton />
        <HelpButton workbench={workbench} />
      </header>
      <ProgressBar workbench={workbench} />
      <div class="start-page">
        <div class="start-words">
          <h1>
            {START.headline.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p>{START.about}</p>
        </div>
        <DropZone workbench={workbench} />
        <section aria-label={START.examples}>
          <h2>{START.examples}</h2>
          <ul class="start-cards">
            {EXAMPLES.map((card) => (
              <li key={card.name}>
                <ExampleCard workbench={workbench} card={card} />
              </li>
            ))}
          </ul>
        </section>
        <RecentProjects workbench={workbench} />
      </div>
    </main>
  );
}

function DropZone({ workbench }: { workbench: Workbench }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <section class="start-drop" aria-label={START.drop} data-testid="start-drop">
      <Icon
        path="M8 10.500V2.500 M4.800 5.500 8 2.300l3.200 3.200 M2.500 9.500v4h11v-4"
        size={28}
      />
      <p class="start-drop-words">
        <b>{START.drop}</b>
        <span class="note">{START.formats}</span>
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="start-open"
        onClick={() => chooser.current?.click()}
      >
        {START.openFile}
      </button>
      <button
        type="button"
        class="text-button"
        data-testid="start-path"
        onClick={() => {
          workbench.room.value = "data";
        }}
      >
        {START.typePath}
      </button>
      <FileChooser workbench={workbench} field={chooser} testid="start-file" />
    </section>
  );
}

function ExampleCard({ workbench, card }: { workbench: Workbench; card: Card }) {
  const { title, about, data } = CARDS[card.name];
  const Sketch = card.sketch;
  return (
    <button
      type="button"
      class="start-card"
      data-testid={`card-${card.name}`}
      onClick={() => openExample(workbench, card)}
    >
      <Sketch />
      <b>{title}</b>
      <span class="start-card-about">{about}</span>
      <span class="note-faint">{data}</span>
    </button>
  );
}
