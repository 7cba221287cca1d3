package dev.agenthost.protocol.architecture.breach.circle.run;

import dev.agenthost.protocol.architecture.breach.circle.grant.Grant;

/** Knows the grant. */
public class Run {
    public Grant grant() {
        return new Grant();
    }
}
