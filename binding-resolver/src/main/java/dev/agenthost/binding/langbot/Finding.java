package dev.agenthost.binding.langbot;

import dev.agenthost.protocol.json.WireName;

/**
 * One setting that was not taken over as it is, or that needs a person.
 *
 * @param path of the setting in what was imported, for instance {@code pipelines[0].config.output.force-delay}; empty for all of it
 * @param detail one sentence; repeats no value that may be a secret
 */
public record Finding(Code code, String path, String detail) {

    /** Kinds of findings. */
    public enum Code implements WireName {
        /** The importer does not know the setting, or its value. */
        NOT_UNDERSTOOD,
        /** The setting is known, and nothing here does the same. */
        NOT_MAPPED,
        /** The agent's runner is not connected, or may not serve the workspace. */
        RUNNER_MISSING,
        /** The runner's form does not take the configuration. */
        CONFIGURATION_INVALID,
        /** The value was replaced by a reference to a secret that has to be configured. */
        SECRET_NEEDED,
        /** The pipeline is used by no bot that was imported. */
        BOT_MISSING,
        /** The agent or binding is there with other settings, and was left as it is. */
        EXISTS,
        /** Another binding already answers for the bot. */
        BINDING_CLASHES,
        /** The agent or binding made from the pipeline breaks a rule of agents or bindings. */
        REFUSED
    }
}
