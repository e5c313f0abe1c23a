import { useEffect, useState } from 'react';
import { onMissed, type EngineConnection } from '../client/engine-connection.ts';
import { useEngine } from '../client/engine-context.ts';
import { Icon } from '../components/Icon.tsx';
import { texts } from './texts.ts';

/** The name of the program, or that which the settings give to this engine, with its color along the title bar. */
export function Brand() {
  const engine = useEngine();
  const [title, setTitle] = useState<string>(texts.appName);
  useEffect(() => {
    const ask = () => void showLook(engine, setTitle);
    ask();
    return onMissed(engine, ask);
  }, [engine]);
  return (
    <div className="brand">
      <Icon name="mark" />
      <span className="cut" title={title}>
        {title}
      </span>
    </div>
  );
}

async function showLook(
  engine: EngineConnection,
  setTitle: (title: string) => void,
): Promise<void> {
  try {
    const { navbarTitle, navbarColor } = await engine.call('system.uiSettings', {});
    setTitle(navbarTitle || texts.appName);
    document.documentElement.style.setProperty('--navbar-color', navbarColor || 'transparent');
  } catch {
    // The usual look is as good until the engine answers, and what is wrong the title bar says itself.
  }
}
