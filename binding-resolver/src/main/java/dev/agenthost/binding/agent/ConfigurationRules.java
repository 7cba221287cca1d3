package dev.agenthost.binding.agent;

import dev.agenthost.binding.runner.Standing;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.field.InvalidFieldException;
import dev.agenthost.protocol.form.Breach;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.protocol.form.FormReading;
import java.util.List;

/** Holds an agent's configuration against the form of its runner, as far as that is known. */
public final class ConfigurationRules {
    private static final String CONFIG = "runner_config.";
    /** Most breaches that are told at once. */
    private static final int MOST = 20;

    private ConfigurationRules() {}

    /**
     * The agent itself.
     *
     * @throws InvalidFieldException for the first breach of a form that is known
     */
    public static Agent check(Agent agent, Standing standing) {
        breaches(agent, standing).stream().findFirst().ifPresent(breach -> {
            throw new InvalidFieldException(CONFIG + breach.field(), breach.why());
        });
        return agent;
    }

    /** What is to be said of an agent that is kept: its runner may come later, and may change its form. */
    public static List<Remark> remarks(Agent agent, Standing standing) {
        return switch (standing) {
            case Standing.Unknown unknown ->
                List.of(new Remark(
                        "runner.unknown",
                        "No runner " + agent.runnerId() + " was connected yet, so its configuration was not checked.",
                        "runner_id"));
            case Standing.NotAuthorized foreign ->
                List.of(new Remark(
                        FailureCode.RUNNER_NOT_AUTHORIZED.wire(),
                        "The runner " + agent.runnerId() + " is there, but no key of its plugin serves this workspace.",
                        "runner_id"));
            case Standing.Known(FormReading.Unreadable(String why)) ->
                List.of(new Remark(
                        "runner.form_unreadable",
                        "The form of the runner cannot be used, so its configuration was not checked: " + why + ".",
                        null));
            case Standing.Known(FormReading.Readable(Form form)) ->
                breaches(agent, standing).stream()
                        .limit(MOST)
                        .map(breach -> new Remark(
                                FailureCode.RUNNER_CONFIG_INVALID.wire(),
                                CONFIG + breach.field() + " " + breach.why() + ".",
                                CONFIG + breach.field()))
                        .toList();
        };
    }

    private static List<Breach> breaches(Agent agent, Standing standing) {
        return standing instanceof Standing.Known(FormReading.Readable(Form form))
                ? form.breaches(agent.runnerConfig())
                : List.of();
    }
}
