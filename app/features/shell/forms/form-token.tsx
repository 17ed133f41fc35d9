/**
 * Hidden field that identifies this rendering of a form, so that a double click has one effect (docs/reference/server.md S00). After an
 * error, the form keeps its first token.
 */
export function FormToken({ token }: { token: string }) {
  return <input name="form_token" type="hidden" value={token} />;
}
