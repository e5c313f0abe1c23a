import { openDatabase } from '../../../engine/storage/database.ts';

/** Opens a database in a process of its own, which a test may kill meanwhile. Tells when it is about to. */
process.send?.('opening');
openDatabase(process.argv[2] ?? '').close();
process.disconnect();
