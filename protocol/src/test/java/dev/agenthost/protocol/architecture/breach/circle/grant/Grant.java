package dev.agenthost.protocol.architecture.breach.circle.grant;

import dev.agenthost.protocol.architecture.breach.circle.run.Run;

/** Knows the run, which knows it. */
public class Grant {
    public Run run() {
        return new Run();
    }
}
