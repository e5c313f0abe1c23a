// The layout engine talks to its page by itself once it finds itself in a worker; loading it is all there is to do.
import 'elkjs/lib/elk-worker.min.js';
