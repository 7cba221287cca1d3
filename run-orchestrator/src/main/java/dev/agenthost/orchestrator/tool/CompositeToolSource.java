package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All sources as one. A tool is its first owner's; of two with one name the first is granted; what does not fit is named. */
public final class CompositeToolSource implements ToolSource {
    private final List<ToolSource> sources;

    public CompositeToolSource(List<ToolSource> sources) {
        this.sources = List.copyOf(sources);
    }

    @Override
    public boolean owns(String toolId) {
        return owner(toolId).isPresent();
    }

    @Override
    public Uni<ToolSelection> find(ToolQuery question) {
        if (sources.isEmpty()) {
            return Uni.createFrom().item(gathered(question, List.of()));
        }
        List<Uni<ToolSelection>> asked =
                sources.stream().map(source -> source.find(question)).toList();
        return Uni.join().all(asked).andFailFast().map(found -> gathered(question, found));
    }

    @Override
    public Uni<ToolOutcome> call(ToolInvocation asking) {
        return owner(asking.toolId()).map(source -> source.call(asking)).orElseGet(() -> Uni.createFrom()
                .item(ToolOutcome.refused(FailureCode.NOT_FOUND, "Nobody offers this tool any more")));
    }

    private Optional<ToolSource> owner(String toolId) {
        return sources.stream().filter(source -> source.owns(toolId)).findFirst();
    }

    private ToolSelection gathered(ToolQuery question, List<ToolSelection> found) {
        List<ToolDescriptor> tools = new ArrayList<>();
        List<ToolSelection.Absent> absent = new ArrayList<>();
        Set<String> names = new HashSet<>();
        ToolBudget budget = new ToolBudget();
        for (ToolSelection findings : found) {
            for (ToolDescriptor tool : findings.tools()) {
                String unfit = names.contains(tool.name()) ? "its name is taken" : budget.take(tool);
                if (unfit.isEmpty()) {
                    names.add(tool.name());
                    tools.add(tool);
                } else {
                    absent.add(new ToolSelection.Absent(tool.id(), unfit));
                }
            }
            absent.addAll(findings.absent());
        }
        question.named().stream()
                .distinct()
                .filter(named -> !owns(named))
                .forEach(named -> absent.add(new ToolSelection.Absent(named, "nobody offers it")));
        return new ToolSelection(tools, absent);
    }
}
