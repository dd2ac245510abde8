import type { Workbench } from "../../session/workbench";
import { Menu } from "../../ui/menu";
import { PythonLines } from "../../ui/python-lines";
import { Slider } from "../../ui/slider";
import { TabbedInspector } from "../../ui/tabs";
import { tipHandlers } from "../../ui/term";
import type { LabKnob, LabModel, LabOption, LabView } from "../../wire/lab";
import type { LabTab } from "./store";
import { FORMULAS, INSPECTOR, OPTION_FORMULAS, ROOM } from "./words";

/** The knobs of the points and of the models. */
export function PlaneInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.lab;
  const view = room.view.value;
  const two = view?.models.length === 2;
  const tabs: { name: LabTab; title: string }[] = [
    { name: "model-0", title: ROOM.model(two ? 0 : null) },
    { name: "data", title: ROOM.points },
  ];
  if (two) tabs.splice(1, 0, { name: "model-1", title: ROOM.model(1) });
  return (
    <TabbedInspector tabs={tabs} open={room.tab} testid="lab-tab">
      {(tab) => (
        <>
          {view && tab === "data" && <PointsPanel workbench={workbench} view={view} />}
          {view && tab !== "data" && (
            <ModelPanel workbench={workbench} view={view} place={tab === "model-1" ? 1 : 0} />
          )}
          {room.python.value && (
            <div class="group">
              <PythonLines
                workbench={workbench}
                title={INSPECTOR.python}
                text={room.python.value.text}
                onClose={() => {
                  room.python.value = null;
                }}
              />
            </div>
          )}
        </>
      )}
    </TabbedInspector>
  );
}

function PointsPanel({ workbench, view }: { workbench: Workbench; view: LabView }) {
  const room = workbench.rooms.lab;
  const { source } = view;
  return (
    <section class="group" aria-label={ROOM.points}>
      <h3>{source.title}</h3>
      {source.knobs.map((knob) => (
        <LabSlider
          key={knob.name}
          workbench={workbench}
          knob={knob}
          held={`source ${knob.name}`}
          prefix="points"
          onMove={(value, gesture, drag) => room.moveSource(knob.name, value, gesture, drag)}
        />
      ))}
      {source.name === "table" && <ColumnMenus workbench={workbench} view={view} />}
      {source.name === "painted" && (
        <>
          <p class="quiet">{INSPECTOR.paint}</p>
          <button
            type="button"
            class="button"
            data-testid="lab-clear"
            disabled={view.points.count === 0}
            onClick={() => room.paint([], room.newGesture())}
          >
            {INSPECTOR.clear}
          </button>
        </>
      )}
    </section>
  );
}

function ColumnMenus({ workbench, view }: { workbench: Workbench; view: LabView }) {
  const room = workbench.rooms.lab;
  const { columns, chosen } = view.source;
  const items = columns.map((name) => ({ value: name, label: name }));
  const [first, second] = chosen as [string, string];
  const choose = (a: string, b: string) => {
    if (a === b) room.send({ action: "choose-lab-columns", first: second, second: first });
    else room.send({ action: "choose-lab-columns", first: a, second: b });
  };
  return (
    <div class="lab-columns">
      <span>x1</span>
      <Menu
        name="lab-first"
        title={INSPECTOR.column("x1")}
        chosen={first}
        items={items}
        onChoose={(name) => choose(name, second)}
      />
      <span>x2</span>
      <Menu
        name="lab-second"
        title={INSPECTOR.column("x2")}
        chosen={second}
        items={items}
        onChoose={(name) => choose(first, name)}
      />
      <p class="quiet">{INSPECTOR.split(view.points.classes[1]!)}</p>
    </div>
  );
}

function ModelPanel({
  workbench,
  view,
  place,
}: {
  workbench: Workbench;
  view: LabView;
  place: number;
}) {
  const room = workbench.rooms.lab;
  const model = view.models[place];
  if (!model) return null;
  const summary = view.catalog.find(({ name }) => name === model.model)?.summary;
  return (
    <section class="group" aria-label={model.title}>
      <h3>{model.title}</h3>
      <p class="quiet">{summary}</p>
      {model.options.map((option) => (
        <OptionSegments
          key={option.name}
          option={option}
          place={place}
          onChoose={(value) => {
            room.pause();
            room.send({ action: "choose-lab-option", place, option: option.name, value });
          }}
        />
      ))}
      {model.knobs.map((knob) => (
        <LabSlider
          key={knob.name}
          workbench={workbench}
          knob={knob}
          held={`${place} ${knob.name}`}
          prefix={`model-${place}`}
          recommended={knob.name === "n_neighbors" ? model.recommended_k : null}
          onMove={(value, gesture, drag) => room.moveModel(place, knob.name, value, gesture, drag)}
        />
      ))}
      <Formula model={model} />
    </section>
  );
}

function OptionSegments(props: {
  option: LabOption;
  place: number;
  onChoose: (value: string) => void;
}) {
  const { option, place, onChoose } = props;
  return (
    <fieldset class="lab-option">
      <legend class="term" {...tipHandlers(option.help)}>
        {option.label}
      </legend>
      <div class="segments">
        {option.values.map(([value, title]) => (
          <button
            key={value}
            type="button"
            aria-pressed={option.value === value}
            data-testid={`${option.name}-${value}-${place}`}
            onClick={() => onChoose(value)}
          >
            {title}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function LabSlider(props: {
  workbench: Workbench;
  knob: LabKnob;
  held: string;
  prefix: string;
  recommended?: number | null;
  onMove: (value: number | null, gesture: number, dragging: boolean) => void;
}) {
  const { workbench, knob, onMove } = props;
  const room = workbench.rooms.lab;
  const ticks = [{ value: knob.default, kind: "default" as const, title: INSPECTOR.default }];
  const recommended = props.recommended
    ? [{ value: props.recommended, kind: "validation" as const, title: INSPECTOR.theory }]
    : [];
  return (
    <Slider
      name={`${props.prefix}-${knob.name}`}
      label={knob.label}
      help={knob.help}
      low={knob.low}
      high={knob.high}
      scale={knob.scale}
      whole={knob.whole}
      value={room.held.value[props.held] ?? knob.value}
      ticks={[...ticks.filter(({ value }) => value <= knob.high), ...recommended]}
      disabled={knob.low === knob.high}
      newGesture={() => room.newGesture()}
      onMove={onMove}
      onReset={(gesture) => onMove(null, gesture, false)}
      onRelease={() => room.release()}
    />
  );
}

/** The rule in formulas. */
function Formula({ model }: { model: LabModel }) {
  const chosen = model.options.flatMap(({ name, value }) => OPTION_FORMULAS[name]?.[value] ?? []);
  return (
    <ul class="lab-formula">
      {[...(FORMULAS[model.model] ?? []), ...chosen].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
