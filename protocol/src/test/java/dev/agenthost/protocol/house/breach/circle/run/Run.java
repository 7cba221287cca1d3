package dev.agenthost.protocol.house.breach.circle.run;

import dev.agenthost.protocol.house.breach.circle.grant.Grant;

/** Knows the grant. */
public class Run {
    public Grant grant() {
        return new Grant();
    }
}
