import type { BundleId } from './app-rules.ts';

type Named = { bundleId: BundleId; name: string };

/**
 * Apps under names that nobody can mistake for each other's: one that several are called by is followed by what `markOf` says of the app,
 * such as the devices that have it, or by its id where that is the same of two, or nothing: «Khan Academy (Mia's phone)».
 */
export function tellAppsApart<App extends Named>(apps: ReadonlyArray<App>, markOf: (app: App) => string = () => ''): Array<App> {
  const namesakes = Map.groupBy(apps, ({ name }) => name);
  return apps.map((app) => {
    const alike = namesakes.get(app.name) ?? [];
    if (alike.length < 2) return app;
    const mark = markOf(app);
    const isOwn = mark !== '' && alike.filter((other) => markOf(other) === mark).length === 1;
    return { ...app, name: `${app.name} (${isOwn ? mark : app.bundleId})` };
  });
}
