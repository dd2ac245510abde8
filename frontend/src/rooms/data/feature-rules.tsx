import { Select } from "../../ui/select";
import type { FileView, ReadOptions } from "../../wire/data";
import type { DataStore } from "./store";
import { RULES, type RuleOption } from "./words";

/** How features are made of columns: texts together or apart, and what stands for gaps. */
export function FeatureRules({ room, view }: { room: DataStore; view: FileView }) {
  const reading = room.choice.value?.reading;
  if (!reading) return null;
  return (
    <>
      {(Object.keys(RULES) as RuleOption[])
        .filter((option) => applies(option, view, reading))
        .map((option) => (
          <Rule key={option} room={room} option={option} chosen={reading[option]} />
        ))}
    </>
  );
}

/** Whether a rule changes anything: two texts, or a gap in a column of its kind. */
function applies(option: RuleOption, view: FileView, reading: ReadOptions): boolean {
  const { role } = RULES[option];
  const columns = view.columns.filter((column) => column.role === role);
  if (option === "text_columns") return columns.length > 1;
  return columns.some(({ name, missing }) => missing > 0 || reading.zeros_missing.includes(name));
}

interface RuleProps {
  room: DataStore;
  option: RuleOption;
  chosen: string;
}

function Rule({ room, option, chosen }: RuleProps) {
  const { title, choices } = RULES[option];
  return (
    <label class="data-separator row note">
      {title}
      <Select
        class="field field-small"
        testid={option.replace("_", "-")}
        value={chosen}
        options={Object.entries(choices).map(([rule, words]) => [rule, words] as const)}
        onChoose={(value) => room.setReading({ [option]: value })}
      />
    </label>
  );
}
