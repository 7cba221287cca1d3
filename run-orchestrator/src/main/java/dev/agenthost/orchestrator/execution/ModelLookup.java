package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantedNames;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.context.ModelResource;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The models of a run at its start, as in the catalogue. If the catalogue cannot be read, the grant stays as it is, and each model is read
 * when it is called.
 *
 * @param grant with the known facts of its models
 * @param absent granted ids that are unknown, disabled, or unusable for a runner
 */
record ModelLookup(Grant grant, List<String> absent) {
    private static final System.Logger LOG = System.getLogger(ModelLookup.class.getName());
    private static final Duration AT_MOST = Duration.ofSeconds(2);
    private static final int MOST_TOLD = 10;

    ModelLookup {
        absent = List.copyOf(absent);
    }

    /** Queries nothing for a grant without models. */
    static Uni<ModelLookup> of(VersionedRepository<Model> catalogue, ClaimedRun run, Grant frozen) {
        List<List<String>> questions = GrantedNames.models(frozen);
        return questions.isEmpty()
                ? Uni.createFrom().item(new ModelLookup(frozen, List.of()))
                : Multi.createFrom()
                        .iterable(questions)
                        .onItem()
                        .transformToUniAndConcatenate(ids -> catalogue.findAll(run.workspaceId(), ids))
                        .onItem()
                        .<Model>disjoint()
                        .collect()
                        .asList()
                        .ifNoItem()
                        .after(AT_MOST)
                        .fail()
                        .map(models -> among(models, frozen))
                        .onFailure()
                        .recoverWithItem(why -> unread(run, frozen, why))
                        .invoke(found -> found.warn(run));
    }

    /** Returns a text for the audit; empty if no model is missing. */
    String summary() {
        return absent.isEmpty() ? "" : " absent_models=" + shortened();
    }

    private static ModelLookup among(List<Model> models, Grant frozen) {
        Grant known = frozen.restrictedTo(models);
        List<String> absent = new ArrayList<>(ids(frozen));
        absent.removeAll(ids(known));
        return new ModelLookup(known, absent);
    }

    private static ModelLookup unread(ClaimedRun run, Grant frozen, Throwable why) {
        LOG.log(
                Level.WARNING,
                "runId={0} attempt={1} begins without facts of its models: {2}",
                run.runId(),
                run.attempt(),
                why.toString());
        return new ModelLookup(frozen, List.of());
    }

    private void warn(ClaimedRun run) {
        if (!absent.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "runId={0} attempt={1} begins without models: {2}",
                    run.runId(),
                    run.attempt(),
                    shortened());
        }
    }

    private String shortened() {
        return absent.size() <= MOST_TOLD
                ? absent.toString()
                : absent.subList(0, MOST_TOLD) + " and " + (absent.size() - MOST_TOLD) + " more";
    }

    private static List<String> ids(Grant grant) {
        return grant.resources().models().stream().map(ModelResource::modelId).toList();
    }
}
