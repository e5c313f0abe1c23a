import { casesElsewhere, titled, type FieldCases } from './field-case.ts';

const where = 'has its own variables under those of each step, and volumes relative to the DAG';
const asked = 'has the platform, the ports and the policy of restarts that it asks for';

/** Cases of the container of a DAG. They need a container engine. */
export const containerOfDag: FieldCases = {
  registry_auths: {
    file: 'test/engine/step-types/docker-registry.test.ts',
    title: 'is pulled by the user whom the DAG names',
  },
  ...casesElsewhere('test/engine/step-types/docker-run.test.ts', 'container', {
    ...titled(['exec'], 'can be one that runs already, which stays'),
    ...titled(['image'], 'is started once for the steps and handlers of a run'),
    ...titled(['name', 'keep_container'], 'stays where it is told to, under its name'),
    ...titled(['pull_policy'], 'fails its steps %s, and leaves nothing behind'),
    ...titled(['env', 'volumes', 'user', 'shell'], where),
    ...titled(['working_dir'], 'leaves steps alone that have a type or a container of their own'),
    ...titled(['platform', 'ports', 'network', 'restart_policy'], asked),
    ...titled(['startup', 'command'], 'does by itself what its startup says'),
    ...titled(['wait_for'], 'waits until it is healthy'),
    ...titled(['log_pattern'], 'lets its own command end in good order'),
  }),
};
