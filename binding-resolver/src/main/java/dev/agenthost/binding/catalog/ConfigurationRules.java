package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.form.FormViolation;
import java.util.List;

/** Checks an agent's configuration against the form of its runner, if the form is known. */
public final class ConfigurationRules {
    private static final String CONFIG = "runner_config.";
    /** Most breaches in one answer. */
    private static final int MOST = 20;

    private ConfigurationRules() {}

    /**
     * Returns the agent itself.
     *
     * @throws InvalidFieldException for the first breach of a known form
     */
    public static Agent check(Agent agent, RunnerAvailability standing) {
        breaches(agent, standing).stream().findFirst().ifPresent(breach -> {
            throw new InvalidFieldException(CONFIG + breach.field(), breach.why());
        });
        return agent;
    }

    /** Returns warnings about a stored agent, whose runner may connect later and may change its form. */
    public static List<AgentWarning> remarks(Agent agent, RunnerAvailability standing) {
        return switch (standing) {
            case RunnerAvailability.Unknown unknown ->
                List.of(new AgentWarning(
                        "runner.unknown",
                        "No runner " + agent.runnerId() + " was ever connected, so the configuration is not checked.",
                        "runner_id"));
            case RunnerAvailability.NotAuthorized foreign ->
                List.of(new AgentWarning(
                        FailureCode.RUNNER_NOT_AUTHORIZED.wire(),
                        "The runner " + agent.runnerId()
                                + " is connected, but no key of its plugin serves this workspace.",
                        "runner_id"));
            case RunnerAvailability.Known(FormParseResult.Unreadable(String why)) ->
                List.of(new AgentWarning(
                        "runner.form_unreadable",
                        "The form of the runner is invalid, so the configuration is not checked: " + why + ".",
                        null));
            case RunnerAvailability.Known(FormParseResult.Readable(Form form)) ->
                breaches(agent, standing).stream()
                        .limit(MOST)
                        .map(breach -> new AgentWarning(
                                FailureCode.RUNNER_CONFIG_INVALID.wire(),
                                CONFIG + breach.field() + " " + breach.why() + ".",
                                CONFIG + breach.field()))
                        .toList();
        };
    }

    private static List<FormViolation> breaches(Agent agent, RunnerAvailability standing) {
        return standing instanceof RunnerAvailability.Known(FormParseResult.Readable(Form form))
                ? form.breaches(agent.runnerConfig())
                : List.of();
    }
}
