package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.client.AnswerRendering;
import dev.agenthost.local.client.LiveStreamClient;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the live stream of a run on a terminal. */
final class AnswerPrinter {
    private final PrintWriter out;
    private final PrintWriter err;
    private AnswerRendering spoken = AnswerRendering.nothingYet();

    AnswerPrinter(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** A printer on the streams of a command. */
    static AnswerPrinter of(@Nullable CommandSpec spec) {
        return spec == null
                ? new AnswerPrinter(new PrintWriter(System.out, true), new PrintWriter(System.err, true))
                : new AnswerPrinter(
                        spec.commandLine().getOut(), spec.commandLine().getErr());
    }

    PrintWriter out() {
        return out;
    }

    /** The person knows these views of graphs: only their changes are printed. */
    void knows(Iterable<JsonNode> views) {
        spoken = AnswerRendering.knowing(views);
    }

    /** Prints why the command failed, and returns the exit code. */
    int failed(String why) {
        err.println(why);
        err.flush();
        return CommandContext.FAILED;
    }

    /**
     * Prints until the end of the run.
     *
     * @param remedy printed if the run waits
     * @return the exit code
     */
    int print(LiveStreamClient stream, String remedy) throws IOException, InterruptedException {
        stream.read(this::show);
        var end = spoken.end();
        if (end == null || end.complaint().isEmpty()) {
            if (end != null && end.waits()) {
                out.println("The agent waits for a person, a time or another agent, and goes on then. " + remedy);
            }
            out.flush();
            return CommandContext.OK;
        }
        return failed(end.complaint());
    }

    private boolean show(ResultFrame frame) {
        var step = spoken.after(ResultCodec.decode(frame));
        out.print(step.print());
        out.flush();
        spoken = step.next();
        return spoken.end() == null;
    }
}
