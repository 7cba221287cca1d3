package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.grant.BoundedGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.platform.rest.VersionedRepository;
import io.smallrye.mutiny.Uni;

/** Freezes the grant of a run, with the tools and models that exist now. */
public final class GrantFreezer {
    /**
     * A grant before context-store has the run.
     *
     * @param absent the tools and models that were not found or were too many, for the audit
     */
    record FrozenGrant(Grant grant, String absent) {}

    private final ToolSource tools;
    private final VersionedRepository<Model> models;
    private final HostPolicy host;

    /**
     * @param tools that runs may be granted
     * @param models that runs may be granted
     */
    public GrantFreezer(ToolSource tools, VersionedRepository<Model> models, HostPolicy host) {
        this.tools = tools;
        this.models = models;
        this.host = host;
    }

    Uni<FrozenGrant> freeze(ClaimedRun run, RunnerDescriptor runner) {
        BoundedGrant frozen = BoundedGrant.of(
                Grant.freeze(runner.manifest(), run.binding(), run.resolution().event(), host));
        return Uni.combine()
                .all()
                .unis(ToolLookup.of(tools, run, runner), ModelLookup.of(models, run, frozen.grant()))
                .asTuple()
                .map(found -> new FrozenGrant(
                        found.getItem2().grant().with(runner.manifest().permissions(), found.getItem1()),
                        frozen.beyond()
                                + ToolLookup.absent(found.getItem1())
                                + found.getItem2().summary()));
    }
}
