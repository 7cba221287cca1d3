package dev.agenthost.local.plan;

/**
 * The objects of a new box: the bot {@code demo}, answered by the echo runner, the bot {@code agent}, answered with a
 * model, and the bot {@code planner}, answered with a model that may declare graphs of actions.
 */
public final class Demo {
    public static final String BOT = "demo";
    public static final String AGENT = "demo-echo";
    public static final String BINDING = "demo-echo";
    public static final String RUNNER_ID = "plugin:agenthost/echo/default";

    public static final String THINKING_BOT = "agent";
    public static final String THINKING_AGENT = "demo-agent";
    public static final String THINKING_BINDING = "demo-agent";
    public static final String THINKING_RUNNER_ID = "plugin:agenthost/local-agent/default";

    public static final String PLANNING_BOT = "planner";
    public static final String PLANNING_AGENT = "demo-planner";
    public static final String PLANNING_BINDING = "demo-planner";
    public static final String PLANNING_RUNNER_ID = "plugin:agenthost/action-graph/default";

    /** The model of both agents; it belongs to the box, which updates it at a start with another model. */
    public static final String MODEL = "demo-model";

    /** The bot that receives the messages of the start check; its agent and its binding have the same name. */
    public static final String START_CHECK = "start-check";

    private Demo() {}
}
