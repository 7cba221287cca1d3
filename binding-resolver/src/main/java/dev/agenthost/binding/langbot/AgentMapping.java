package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentPolicies;
import dev.agenthost.binding.catalog.AgentRules;
import dev.agenthost.binding.catalog.ConfigurationRules;
import dev.agenthost.binding.catalog.RunnerAvailability;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.protocol.form.FormField;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.id.RunnerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The agent made from a pipeline.
 *
 * @param isReady true if its runner is connected, may serve and accepts the configuration
 */
record AgentMapping(Agent agent, boolean isReady) {
    private static final int LONGEST_NAME = 200;

    /**
     * Maps a pipeline to an agent; empty if this is impossible. The findings give the reason.
     *
     * @param standings availability of a runner
     */
    static Optional<AgentMapping> of(
            LangBotPipeline pipeline,
            String workspace,
            Function<RunnerId, RunnerAvailability> standings,
            List<Finding> findings) {
        UnmappedStages.report(pipeline, findings);
        RunnerChoice choice = RunnerChoice.of(pipeline, findings);
        RunnerId runner = choice.runner();
        ObjectNode config = choice.config();
        var delivery = DeliveryMapping.of(pipeline, config, findings);
        if (runner == null) {
            return Optional.empty();
        }
        String path = pipeline.configPath() + "ai";
        SecretReplacement.in(config, choice.path(), pipeline.agentId(), findings);
        ResourceMapping resources = ResourceMapping.of(pipeline, runner.plugin(), findings);
        RunnerAvailability standing = standings.apply(runner);
        boolean isThere = isThere(standing, runner, path, findings);
        withoutUnknownFields(config, standing, choice.path(), findings);
        AgentPolicies usual = AgentPolicies.defaults();
        Agent agent = new Agent(
                pipeline.agentId(),
                workspace,
                name(pipeline),
                runner,
                config,
                new AgentPolicies(
                        resources.policy(),
                        usual.statePolicy(),
                        delivery,
                        usual.turnPolicy(),
                        usual.retryPolicy(),
                        usual.deadlinePolicy()),
                1);
        try {
            AgentRules.check(agent);
        } catch (InvalidFieldException breach) {
            findings.add(new Finding(Finding.Code.REFUSED, path, breach.field() + " " + breach.why() + "."));
            return Optional.empty();
        }
        boolean fits = fits(agent, standing, choice.path(), findings);
        return Optional.of(new AgentMapping(agent, isThere && fits && resources.allowsRunner()));
    }

    private static boolean isThere(RunnerAvailability standing, RunnerId runner, String path, List<Finding> findings) {
        return switch (standing) {
            case RunnerAvailability.Known known -> true;
            case RunnerAvailability.Unknown unknown -> {
                findings.add(new Finding(
                        Finding.Code.RUNNER_MISSING,
                        path + ".runner",
                        "No runner " + runner + " was ever connected. Connect its plugin, then enable the bindings."));
                yield false;
            }
            case RunnerAvailability.NotAuthorized foreign -> {
                findings.add(new Finding(
                        Finding.Code.RUNNER_MISSING,
                        path + ".runner",
                        "No key of the plugin of " + runner + " serves this workspace."));
                yield false;
            }
        };
    }

    /** Removes fields that the form lacks; a run with them would fail. */
    private static void withoutUnknownFields(
            ObjectNode config, RunnerAvailability standing, String path, List<Finding> findings) {
        if (!(standing instanceof RunnerAvailability.Known(FormParseResult.Readable(Form form)))) {
            return;
        }
        Set<String> names = form.fields().stream().map(FormField::name).collect(Collectors.toSet());
        names.add("prompt");
        List<String> unknown = new ArrayList<>();
        config.properties().forEach(member -> {
            if (!names.contains(member.getKey())) {
                unknown.add(member.getKey());
            }
        });
        unknown.forEach(name -> {
            config.remove(name);
            findings.add(new Finding(
                    Finding.Code.NOT_UNDERSTOOD, path + "." + name, "The runner's form has no field of this name."));
        });
    }

    private static boolean fits(Agent agent, RunnerAvailability standing, String path, List<Finding> findings) {
        try {
            ConfigurationRules.check(agent, standing);
            return true;
        } catch (InvalidFieldException breach) {
            findings.add(
                    new Finding(Finding.Code.CONFIGURATION_INVALID, path, breach.field() + " " + breach.why() + "."));
            return false;
        }
    }

    private static String name(LangBotPipeline pipeline) {
        String line = pipeline.name().replaceAll("\\p{Cntrl}", " ").strip();
        return line.isEmpty()
                ? pipeline.agentId()
                : line.length() <= LONGEST_NAME ? line : line.substring(0, LONGEST_NAME);
    }
}
