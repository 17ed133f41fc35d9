const NAMES = /([A-Z]+(?:-[A-Z0-9]+)+)/;

/** Renders a text so that algorithm names such as «SHA-256» do not wrap. */
export function NoWrap({ text }: { text: string }) {
  return text.split(NAMES).map((part, index) =>
    NAMES.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity besides their position.
      <span className="key-name" key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
