package dev.agenthost.orchestrator.tool;

import dev.agenthost.protocol.error.Fields;
import java.util.List;

/**
 * The tools of a run, in the order in which it is told of them.
 *
 * @param absent the tools that a policy names and no source has now
 */
public record ToolSelection(List<ToolDescriptor> tools, List<Absent> absent) {
    public static final ToolSelection NONE = new ToolSelection(List.of(), List.of());

    public ToolSelection {
        tools = Fields.list(tools, "tools");
        absent = Fields.list(absent, "absent");
    }

    /**
     * A tool that is not granted, because it is not there.
     *
     * @param named as the policy has it
     * @param why in a few words, for operators
     */
    public record Absent(String named, String why) {
        @Override
        public String toString() {
            return named + " (" + why + ")";
        }
    }
}
