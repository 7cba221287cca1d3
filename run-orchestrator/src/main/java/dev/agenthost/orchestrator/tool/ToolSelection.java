package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * The tools of a run, in the order of the run context.
 *
 * @param absent the tools that a policy names and no source offers now
 */
public record ToolSelection(List<ToolDescriptor> tools, List<Absent> absent) {
    public static final ToolSelection NONE = new ToolSelection(List.of(), List.of());

    public ToolSelection {
        tools = Fields.list(tools, "tools");
        absent = Fields.list(absent, "absent");
    }

    /**
     * A tool that is not granted because no source offers it.
     *
     * @param named the id in the policy
     * @param why the reason, for operators
     */
    public record Absent(String named, String why) {
        @Override
        public String toString() {
            return named + " (" + why + ")";
        }
    }
}
