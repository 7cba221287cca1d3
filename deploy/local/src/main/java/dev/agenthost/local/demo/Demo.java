package dev.agenthost.local.demo;

/** What is there from the start: the bot {@code demo}, answered by the echo runner, and {@code agent}, answered with a model. */
public final class Demo {
    public static final String BOT = "demo";
    public static final String AGENT = "demo-echo";
    public static final String BINDING = "demo-echo";
    public static final String RUNNER_ID = "plugin:agenthost/echo/default";

    public static final String THINKING_BOT = "agent";
    public static final String THINKING_AGENT = "demo-agent";
    public static final String THINKING_BINDING = "demo-agent";
    public static final String THINKING_RUNNER_ID = "plugin:agenthost/local-agent/default";

    /** The model that the agent asks; it is the box's, and written anew at a start that finds it otherwise. */
    public static final String MODEL = "demo-model";

    /** The bot that a box sends messages to before it says that it is ready; its agent and its binding have that name too. */
    public static final String START_CHECK = "start-check";

    private Demo() {}
}
