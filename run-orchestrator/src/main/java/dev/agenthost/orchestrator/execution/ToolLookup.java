package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.grant.GrantedNames;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.tool.ToolQuery;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.orchestrator.tool.ToolSource;
import io.smallrye.mutiny.Uni;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/** The tools of a run at its start. A run never waits long for them, and never fails without them. */
final class ToolLookup {
    private static final System.Logger LOG = System.getLogger(ToolLookup.class.getName());
    /** Sources have their own, shorter timeout. */
    private static final Duration AT_MOST = Duration.ofSeconds(20);

    private ToolLookup() {}

    /** Queries nothing for a runner that may use no tools. */
    static Uni<ToolSelection> of(ToolSource source, ClaimedRun run, RunnerDescriptor runner) {
        if (runner.manifest().permissions().tools().isEmpty()) {
            return Uni.createFrom().item(ToolSelection.NONE);
        }
        ToolQuery question = new ToolQuery(
                run.workspaceId(),
                GrantedNames.tools(runner.manifest(), run.binding()),
                run.binding().resourcePolicy(),
                runner.manifest().capabilities());
        return Uni.createFrom()
                .deferred(() -> source.find(question))
                .ifNoItem()
                .after(AT_MOST)
                .fail()
                .onFailure()
                .recoverWithItem(why -> new ToolSelection(
                        List.of(),
                        question.named().stream()
                                .map(named -> new ToolSelection.Absent(named, "could not be asked for"))
                                .toList()))
                .invoke(found -> warn(run, found));
    }

    /** Returns a text for the audit; empty if no tool is missing. */
    static String absent(ToolSelection found) {
        return found.absent().isEmpty() ? "" : " absent_tools=" + shortened(found.absent());
    }

    private static void warn(ClaimedRun run, ToolSelection found) {
        if (!found.absent().isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "runId={0} attempt={1} begins without tools: {2}",
                    run.runId(),
                    run.attempt(),
                    shortened(found.absent()));
        }
    }

    private static String shortened(List<ToolSelection.Absent> absent) {
        int most = 10;
        return absent.size() <= most
                ? absent.toString()
                : absent.subList(0, most) + " and " + (absent.size() - most) + " more";
    }
}
