package dev.agenthost.binding.runner;

import dev.agenthost.protocol.form.FormReading;

/** What a runner is to a workspace. */
public sealed interface Standing {
    /** It was never connected, or not for a long time; an agent may be there before its plugin is. */
    record Unknown() implements Standing {}

    /** It is connected with keys that serve other workspaces only. Its form is none of this one's business. */
    record NotAuthorized() implements Standing {}

    /** It may serve it. */
    record Known(FormReading form) implements Standing {}
}
