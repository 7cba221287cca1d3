package dev.agenthost.protocol.architecture.sound.run.http;

import dev.agenthost.protocol.architecture.sound.run.Decider;

/** Another leaf, which knows only the pure folder. */
public class Resource {
    public String show(Decider decider) {
        return decider.toString();
    }
}
