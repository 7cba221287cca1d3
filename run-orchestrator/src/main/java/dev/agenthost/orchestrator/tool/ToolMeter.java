package dev.agenthost.orchestrator.tool;

/** Counts calls of tools. */
public interface ToolMeter {
    /**
     * @param type of the tool's source
     * @param outcome {@code served}, {@code tool_error} or a failure code
     */
    void called(String type, String outcome);
}
