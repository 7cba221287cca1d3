package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.form.FormParseResult;

/** The availability of a runner to a workspace. */
public sealed interface RunnerAvailability {
    /** The runner has no recent connection; an agent may exist before its plugin connects. */
    record Unknown() implements RunnerAvailability {}

    /** The runner is connected with keys of other workspaces only; its form is not shown to this one. */
    record NotAuthorized() implements RunnerAvailability {}

    /** The runner may serve the workspace. */
    record Known(FormParseResult form) implements RunnerAvailability {}
}
