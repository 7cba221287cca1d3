package dev.agenthost.gateway.bot;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stand-in for run-orchestrator: receives pressed buttons, and has {@link ScriptedForms}. */
public final class ScriptedOrchestrator extends ScriptedCommands<ButtonPress> {
    public static final List<ButtonPress> PRESSES = new CopyOnWriteArrayList<>();
    public static final ScriptedForms FORMS = new ScriptedForms();
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
    void extend(HttpServer server) {
        String forms = "/internal/v1/question-forms";
        serve(server, forms, ButtonPress.class, press -> text(FORMS.opened(press)));
        serve(server, forms + "/submissions", FormSubmission.class, form -> text(FORMS.submitted(form)));
    }

    private static String text(Object result) {
        return new String(ProtocolCodec.encode(result), StandardCharsets.UTF_8);
    }

    @Override
    int status() {
        return status;
    }
}
