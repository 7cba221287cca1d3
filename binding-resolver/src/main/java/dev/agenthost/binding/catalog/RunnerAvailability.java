package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.form.FormParseResult;

/** What a runner is to a workspace. */
public sealed interface RunnerAvailability {
    /** It was never connected, or not for a long time; an agent may be there before its plugin is. */
    record Unknown() implements RunnerAvailability {}

    /** It is connected with keys that serve other workspaces only. Its form is none of this one's business. */
    record NotAuthorized() implements RunnerAvailability {}

    /** It may serve it. */
    record Known(FormParseResult form) implements RunnerAvailability {}
}
