package dev.agenthost.binding.langbot;

import dev.agenthost.protocol.json.WireName;

/**
 * A setting that the import changed or omitted, or that needs an action.
 *
 * @param path of the setting in the input, for instance {@code pipelines[0].config.output.force-delay}; empty for the whole input
 * @param detail one sentence; repeats no value that may be a secret
 */
public record Finding(Code code, String path, String detail) {

    /** Kinds of findings. */
    public enum Code implements WireName {
        /** The setting or its value is unknown. */
        NOT_UNDERSTOOD,
        /** The setting is known but has no equivalent. */
        NOT_MAPPED,
        /** The runner is not connected, or may not serve the workspace. */
        RUNNER_MISSING,
        /** The runner's form rejects the configuration. */
        CONFIGURATION_INVALID,
        /** A reference to a secret replaced the value; the secret must be configured. */
        SECRET_NEEDED,
        /** No imported bot uses the pipeline. */
        BOT_MISSING,
        /** The agent or binding exists with other settings and is unchanged. */
        EXISTS,
        /** Another binding already serves the bot. */
        BINDING_CLASHES,
        /** The mapped agent or binding violates a rule of agents or bindings. */
        REFUSED
    }
}
