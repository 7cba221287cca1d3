package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.binding.catalog.ActorFilter;
import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingScope;
import dev.agenthost.binding.catalog.ChangeRejection;
import dev.agenthost.binding.catalog.EventPattern;
import dev.agenthost.binding.catalog.PolicyNarrowing;
import dev.agenthost.binding.catalog.RunnerCatalog;
import dev.agenthost.binding.langbot.ImportReport.Action;
import dev.agenthost.binding.langbot.ImportReport.ImportedAgent;
import dev.agenthost.binding.langbot.ImportReport.ImportedBinding;
import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.WriteOutcome;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates agents and bindings from LangBot's pipelines and bots. Existing agents and bindings remain unchanged, so a repeated or an
 * interrupted import creates no duplicates.
 */
public final class LangBotImporter {
    private final VersionedRepository<Agent> agents;
    private final VersionedRepository<Binding> bindings;
    private final RunnerCatalog runners;

    public LangBotImporter(
            VersionedRepository<Agent> agents, VersionedRepository<Binding> bindings, RunnerCatalog runners) {
        this.agents = agents;
        this.bindings = bindings;
        this.runners = runners;
    }

    /**
     * Request for an import.
     *
     * @param tree LangBot's configuration
     * @param name for a pipeline without a name
     * @param botId the bot of a single pipeline, if the configuration names none
     * @param dryRun true to write nothing
     * @param changes supplies the author and time of each change
     */
    public record Request(
            JsonNode tree,
            String workspaceId,
            String name,
            @Nullable String botId,
            boolean dryRun,
            Supplier<ChangeContext> changes) {}

    public Uni<ImportReport> run(Request request) {
        LangBotFile file = LangBotFile.read(request.tree(), request.name(), request.botId());
        List<Finding> findings = new ArrayList<>(file.findings());
        return inOrder(file.pipelines(), pipeline -> pipeline(file, pipeline, request, findings))
                .map(found -> new ImportReport(
                        request.dryRun(),
                        found.stream().flatMap(Optional::stream).toList(),
                        findings));
    }

    private Uni<Optional<ImportedAgent>> pipeline(
            LangBotFile file, LangBotPipeline pipeline, Request request, List<Finding> findings) {
        Optional<AgentMapping> mapped = AgentMapping.of(
                pipeline, request.workspaceId(), runner -> runners.of(runner, request.workspaceId()), findings);
        if (mapped.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        Agent agent = mapped.get().agent();
        List<LangBotBot> bots = file.botsOf(pipeline);
        if (bots.isEmpty()) {
            findings.add(new Finding(
                    Finding.Code.BOT_MISSING,
                    pipeline.path(),
                    "No bot uses the pipeline, so no binding is made for agent " + agent.agentId() + " yet."));
        }
        return write(agents, agent, agent, pipeline.path(), request, findings).chain(action -> inOrder(
                        bots, bot -> bind(agent, bot, mapped.get().isReady(), pipeline.path(), request, findings))
                .map(bound -> Optional.of(new ImportedAgent(
                        agent.agentId(),
                        agent.name(),
                        agent.runnerId().toString(),
                        action,
                        bound.stream().anyMatch(ImportedBinding::enabled),
                        bound))));
    }

    private Uni<ImportedBinding> bind(
            Agent agent, LangBotBot bot, boolean isReady, String path, Request request, List<Finding> findings) {
        boolean enabled = isReady && bot.enabled();
        Binding binding = binding(agent, bot, enabled);
        return bindings.find(request.workspaceId(), binding.bindingId()).chain(there -> {
            // A user may have changed the state since.
            boolean stands = there.map(Binding::enabled).orElse(enabled);
            return write(bindings, binding, binding(agent, bot, stands), path, request, findings)
                    .map(action -> new ImportedBinding(
                            binding.bindingId(), bot.id(), action, action != Action.REFUSED && stands));
        });
    }

    private static Binding binding(Agent agent, LangBotBot bot, boolean enabled) {
        return new Binding(
                LangBotPipeline.idOf(bot.id(), bot.id()),
                agent.workspaceId(),
                new BindingScope.Bot(bot.id()),
                List.of(new EventPattern("message.received")),
                ActorFilter.NONE,
                agent.agentId(),
                enabled,
                0,
                PolicyNarrowing.NONE,
                1);
    }

    /** @param equal the value, except for its version, that an existing object must have to count as unchanged */
    private static <T extends VersionedItem<T>> Uni<Action> write(
            VersionedRepository<T> register, T value, T equal, String path, Request request, List<Finding> findings) {
        return register.find(value.workspaceId(), value.id()).chain(there -> {
            if (there.isPresent()) {
                boolean same = there.get().withVersion(1).equals(equal.withVersion(1));
                if (!same) {
                    findings.add(new Finding(
                            Finding.Code.EXISTS, path, value.id() + " exists with other settings and is unchanged."));
                }
                return Uni.createFrom().item(same ? Action.UNCHANGED : Action.KEPT);
            }
            return request.dryRun()
                    ? Uni.createFrom().item(Action.CREATED)
                    : register.create(value, request.changes().get())
                            .map(written -> made(written, value, path, findings));
        });
    }

    private static <T extends VersionedItem<T>> Action made(
            WriteOutcome<T> written, T value, String path, List<Finding> findings) {
        if (written instanceof WriteOutcome.Done) {
            return Action.CREATED;
        }
        if (written instanceof WriteOutcome.Exists) {
            return Action.KEPT; // Another import created it.
        }
        findings.add(
                written instanceof WriteOutcome.Refused<T>(ChangeRejection.Clashing(String other))
                        ? new Finding(
                                Finding.Code.BINDING_CLASHES,
                                path,
                                "Binding " + other + " already answers the events of " + value.id() + ".")
                        : new Finding(Finding.Code.REFUSED, path, value.id() + " was refused."));
        return Action.REFUSED;
    }

    /** Runs sequentially. */
    private static <T, R> Uni<List<R>> inOrder(List<T> items, Function<T, Uni<R>> each) {
        Uni<List<R>> all = Uni.createFrom().item(ArrayList::new);
        for (T item : items) {
            all = all.chain(done -> each.apply(item).map(one -> {
                done.add(one);
                return done;
            }));
        }
        return all;
    }
}
