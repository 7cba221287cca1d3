package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Combines tool sources. A tool belongs to the first source that owns its id; of two tools with one name the first is granted; a tool that is not granted is reported as absent. */
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
    public Uni<ToolSelection> find(ToolQuery query) {
        if (sources.isEmpty()) {
            return Uni.createFrom().item(merge(query, List.of()));
        }
        List<Uni<ToolSelection>> requests =
                sources.stream().map(source -> source.find(query)).toList();
        return Uni.join().all(requests).andFailFast().map(selections -> merge(query, selections));
    }

    @Override
    public Uni<ToolOutcome> call(ToolInvocation invocation) {
        return owner(invocation.toolId()).map(source -> source.call(invocation)).orElseGet(() -> Uni.createFrom()
                .item(ToolOutcome.refused(FailureCode.NOT_FOUND, "No source offers this tool any more")));
    }

    private Optional<ToolSource> owner(String toolId) {
        return sources.stream().filter(source -> source.owns(toolId)).findFirst();
    }

    private ToolSelection merge(ToolQuery query, List<ToolSelection> selections) {
        List<ToolDescriptor> tools = new ArrayList<>();
        List<ToolSelection.Absent> absent = new ArrayList<>();
        Set<String> names = new HashSet<>();
        ToolBudget budget = new ToolBudget();
        for (ToolSelection selection : selections) {
            for (ToolDescriptor tool : selection.tools()) {
                String reason = names.contains(tool.name()) ? "another tool has its name" : budget.take(tool);
                if (reason.isEmpty()) {
                    names.add(tool.name());
                    tools.add(tool);
                } else {
                    absent.add(new ToolSelection.Absent(tool.id(), reason));
                }
            }
            absent.addAll(selection.absent());
        }
        query.named().stream()
                .distinct()
                .filter(id -> !owns(id))
                .forEach(id -> absent.add(new ToolSelection.Absent(id, "no source offers it")));
        return new ToolSelection(tools, absent);
    }
}
