/** Line icons on a 16 x 16 grid, drawn for this page. */
const PATHS = {
  undo: "M6 3 2.5 6.5 6 10 M3 6.5h6a4 4 0 0 1 0 8H7",
  redo: "M10 3l3.5 3.5L10 10 M13 6.5H7a4 4 0 0 0 0 8h2",
  left: "M10 3 5 8l5 5",
  right: "M6 3l5 5-5 5",
  down: "M4 6l4 4 4-4",
  resample: "M13.5 8a5.5 5.5 0 1 1-1.8-4 M12 1.5V4.3H9.2",
  share:
    "M6.5 9.5l3-3 M7.5 4.5 9 3a2.8 2.8 0 0 1 4 4l-1.5 1.5 M8.5 11.5 7 13a2.8 2.8 0 0 1-4-4l1.5-1.5",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z M8 1v1.5 M8 13.5V15 M1 8h1.5 M13.5 8H15 M3 3l1.1 1.1 M11.9 11.9 13 13 M13 3l-1.1 1.1 M4.1 11.9 3 13",
  pencil: "M3 13l.7-3L11 2.700l2.300 2.300L6 12.300z M9.500 4.200l2.300 2.300",
  close: "M4 4l8 8 M12 4l-8 8",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z M10.3 10.3 14 14",
  lasso:
    "M8 2.5c3.3 0 6 1.6 6 3.9s-2.7 3.9-6 3.9-6-1.6-6-3.9 2.7-3.9 6-3.9z M5 10c-1 1-.6 2.2.4 2.2S6.600 13.500 5 14.500",
  save: "M8 2v8 M4.500 7 8 10.500 11.500 7 M2.500 13.500h11",
  fit: "M2.500 6V2.500H6 M10 2.500h3.500V6 M13.500 10v3.500H10 M6 13.500H2.500V10",
  check: "M3 8.500 6.500 12 13 4.500",
  info: "M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11z M8 7.500v3.300 M8 5.200v.1",
  warn: "M8 2 14.500 13.500h-13z M8 6.500v3.500 M8 11.800v.2",
  lock: "M4.500 7.500h7v6h-7z M6 7.500V5a2 2 0 0 1 4 0v2.500",
  unlock: "M4.500 7.500h7v6h-7z M6 7.500V4.500a2 2 0 0 1 4 0",
  pin: "M8 10.500V15 M5 2.500h6 M6 2.500v4L4 10.500h8L10 6.500v-4",
  path: "M3 12.500c3 0 2-9 5-9s2 9 5 9 M3 12.500v.1 M13 12.500v.1",
  screen: "M2 2.500h12v8.500H2z M8 11v2.500 M5 13.500h6",
  play: "M5 3.500 12.500 8 5 12.500z",
  pause: "M5.500 3.500v9 M10.500 3.500v9",
  start: "M4 3.500v9 M12.500 3.500 6.500 8l6 4.500z",
  end: "M12 3.500v9 M3.500 3.500 9.500 8l-6 4.500z",
} as const;

type IconName = keyof typeof PATHS;

/** An icon of this list, or one whose path is given. */
export function Icon({
  name,
  path,
  size = 16,
}: { size?: number } & ({ name: IconName; path?: never } | { name?: never; path: string })) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={name ? PATHS[name] : path} />
    </svg>
  );
}

/** A button that shows an icon and says its name to those who hover or listen. */
export function IconButton(props: {
  icon: IconName;
  label: string;
  hint?: string;
  testid?: string;
  disabled?: boolean;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={props.hint ?? props.label}
      data-testid={props.testid}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
