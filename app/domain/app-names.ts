import type { BundleId } from './app-rules.ts';

type Named = { bundleId: BundleId; name: string };

/**
 * Apps under names that nobody can mistake for each other's: one that several are called by is followed by what `markOf` says of the app,
 * such as the devices that have it, or by its id where that is the same of two, or nothing: «Khan Academy (Mia's phone)».
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
