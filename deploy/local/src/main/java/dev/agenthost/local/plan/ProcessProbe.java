package dev.agenthost.local.plan;

import java.net.URI;

/** The readiness check of a process. */
public sealed interface ProcessProbe {
    /** The process accepts connections. */
    record Listens(int port) implements ProcessProbe {}

    /**
     * The process answers 200 at an address.
     *
     * @param live answers 503 once only a restart helps
     */
    record Healthy(URI address, URI live) implements ProcessProbe {}

    /** The host lists its runner as connected. */
    record Registered(URI runners, String runnerId, String apiKey) implements ProcessProbe {
        /** Without the key. */
        @Override
        public String toString() {
            return "Registered[" + runnerId + "]";
        }
    }
}
