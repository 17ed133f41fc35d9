import type { BundleId } from './app-rules.ts';

type Named = { bundleId: BundleId; name: string };

/**
 * Returns apps with distinct names, such as «Khan Academy (Mia's phone)». Adds the text of `markOf` to equal names, for example the device.
 * Adds the app's id if that text is empty or not unique.
 */
export function disambiguateAppNames<App extends Named>(apps: ReadonlyArray<App>, markOf: (app: App) => string = () => ''): Array<App> {
  const namesakes = new Map<string, number>();
  for (const { name } of apps) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  return apps.map((app) => {
    if (namesakes.get(app.name) === 1) return app;
    const mark = markOf(app);
    const isOwn = mark !== '' && apps.filter((other) => other.name === app.name && markOf(other) === mark).length === 1;
    return { ...app, name: `${app.name} (${isOwn ? mark : app.bundleId})` };
  });
}
