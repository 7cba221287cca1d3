package dev.agenthost.local.plan;

import java.net.URI;

/** How to see that a process is ready. */
public sealed interface ProcessProbe {
    /** It accepts connections. */
    record Listens(int port) implements ProcessProbe {}

    /**
     * It answers 200 there.
     *
     * @param live where it answers 503 once only a new process helps
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
