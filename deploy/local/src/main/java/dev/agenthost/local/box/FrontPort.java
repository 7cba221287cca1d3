package dev.agenthost.local.box;

import dev.agenthost.testkit.process.FreePorts;

/** The port of the front door: the requested one, or else 8080 or the next free one. */
final class FrontPort {
    private static final int USUAL = 8080;
    private static final int TRIED = 100;

    private FrontPort() {}

    /** @param wanted 0 for any */
    static int choose(int wanted) throws BoxFailedException {
        if (wanted != 0) {
            if (!FreePorts.isFree(wanted)) {
                throw new BoxFailedException("port " + wanted
                        + " is used by another program; choose another with --port, or omit it to use a free one");
            }
            return wanted;
        }
        for (int port = USUAL; port < USUAL + TRIED; port++) {
            if (FreePorts.isFree(port)) {
                return port;
            }
        }
        return FreePorts.next();
    }
}
