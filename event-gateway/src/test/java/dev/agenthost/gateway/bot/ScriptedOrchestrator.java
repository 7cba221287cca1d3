package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stand-in for run-orchestrator: receives pressed buttons. */
public final class ScriptedOrchestrator extends ScriptedCommands<ButtonPress> {
    public static final List<ButtonPress> PRESSES = new CopyOnWriteArrayList<>();
    public static volatile String outcome = "accepted";
    public static volatile int status = 200;

    public ScriptedOrchestrator() {
        super("agenthost.run-orchestrator.url", "/internal/v1/button-presses", ButtonPress.class);
    }

    @Override
    void received(ButtonPress command) {
        PRESSES.add(command);
    }

    @Override
    String outcome() {
        return outcome;
    }

    @Override
    int status() {
        return status;
    }
}
