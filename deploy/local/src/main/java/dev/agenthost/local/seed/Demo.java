package dev.agenthost.local.seed;

/** What is there from the start: the bot {@code demo}, answered by the echo runner. */
public final class Demo {
    public static final String BOT = "demo";
    public static final String AGENT = "demo-echo";
    public static final String BINDING = "demo-echo";
    public static final String RUNNER_ID = "plugin:agenthost/echo/default";

    private Demo() {}
}
