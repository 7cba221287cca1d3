package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.StdioCommands;
import dev.agenthost.orchestrator.tool.mcp.McpException.Kind;
import dev.agenthost.platform.security.SecretRedactor;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session with a child process: one JSON text a line, in both directions. Two dedicated threads read and write, so callers never
 * block on a pipe. If the program ends, exceeds the output limit or closes its output, all pending requests fail.
 */
final class StdioMcpSession implements McpSession {
    private static final String CHANGED = "The definition of the server has changed";

    private final StdioCommands.Command command;
    private final Map<String, String> environment;
    private final SecretRedactor secrecy;
    private final Consumer<String> onNotification;
    private final Consumer<StdioMcpSession> ended;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, PendingRequest> waiting = new ConcurrentHashMap<>();
    private final StdinQueue outgoing = new StdinQueue();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable ChildProcess process;

    private record PendingRequest(StdinQueue.Line line, UniEmitter<? super JsonNode> answer) {}

    /** @param ended called once, after the process has ended */
    StdioMcpSession(
            StdioCommands.Command command,
            Map<String, String> environment,
            SecretRedactor secrecy,
            Consumer<String> onNotification,
            Consumer<StdioMcpSession> ended) {
        this.command = command;
        this.environment = Map.copyOf(environment);
        this.secrecy = secrecy;
        this.onNotification = onNotification;
        this.ended = ended;
    }

    void start() {
        thread("mcp-in", this::writeRequests).start();
    }

    @Override
    public Uni<JsonNode> request(String method, ObjectNode params, Duration limit) {
        return Uni.createFrom()
                .<JsonNode>emitter(answer -> {
                    long id = ids.incrementAndGet();
                    StdinQueue.Line line = line(JsonRpc.request(id, method, params));
                    answer.onTermination(() -> {
                        if (waiting.remove(id) != null && !outgoing.withdraw(line) && !method.equals(INITIALIZE)) {
                            send(JsonRpc.cancelled(id));
                        }
                    });
                    waiting.put(id, new PendingRequest(line, answer));
                    if (!outgoing.offer(line) && waiting.remove(id) != null) {
                        answer.fail(
                                closed.get()
                                        ? new McpException(Kind.UNREACHABLE, "The server has ended")
                                        : new McpException(Kind.BUSY, "The server does not read its requests"));
                    }
                })
                .ifNoItem()
                .after(limit)
                .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long"));
    }

    @Override
    public Uni<Void> sendNotification(String method, ObjectNode params) {
        send(JsonRpc.notification(method, params));
        return Uni.createFrom().voidItem();
    }

    @Override
    public void setProtocolVersion(String version) {}

    @Override
    public boolean isOver() {
        return closed.get();
    }

    @Override
    public boolean hasFailed() {
        return closed.get();
    }

    @Override
    public void close() {
        end(Kind.DIED, CHANGED);
    }

    /** Kills the process and its descendants at once. */
    void kill() {
        ChildProcess running = process;
        if (running != null) {
            running.kill();
        }
    }

    private boolean send(ObjectNode frame) {
        return outgoing.offer(line(frame));
    }

    private static StdinQueue.Line line(ObjectNode frame) {
        return new StdinQueue.Line(ProtocolCodec.encode(frame));
    }

    private void writeRequests() {
        try (ChildProcess started = ChildProcess.start(command, environment)) {
            process = started;
            started.onExit(() -> end(Kind.DIED, "The server ended"));
            thread("mcp-out", () -> readOutput(started)).start();
            OutputStream in = started.input();
            for (StdinQueue.Line line = outgoing.take(); line != null; line = outgoing.take()) {
                in.write(line.text());
                in.write('\n');
                in.flush();
            }
        } catch (IOException e) {
            end(Kind.DIED, "The server's program cannot be started or does not read its input");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(Kind.DIED, "The server ended");
            ended.accept(this);
        }
    }

    private void readOutput(ChildProcess started) {
        Lines lines = new Lines(MOST);
        try (InputStream out = started.output()) {
            byte[] buffer = new byte[16 * 1024];
            int read = out.read(buffer);
            while (read >= 0 && !closed.get()) {
                for (byte[] line : lines.next(buffer, read)) {
                    receive(new String(line, StandardCharsets.UTF_8), lines);
                }
                read = out.read(buffer);
            }
            end(Kind.DIED, "The server ended");
        } catch (Lines.TooLarge e) {
            end(Kind.TOO_LARGE, "The output of the server exceeds the size limit");
        } catch (IOException e) {
            end(Kind.DIED, "The server ended");
        }
    }

    private void receive(String line, Lines lines) {
        for (JsonRpc.Frame frame : JsonRpc.parse(line, secrecy)) {
            switch (frame) {
                case JsonRpc.Frame.Result result ->
                    complete(result.id(), lines, emitter -> emitter.complete(result.result()));
                case JsonRpc.Frame.Failed failed -> complete(failed.id(), lines, emitter -> emitter.fail(failed.why()));
                case JsonRpc.Frame.Request call -> send(JsonRpc.respond(call));
                case JsonRpc.Frame.Notification notification -> onNotification.accept(notification.method());
                case JsonRpc.Frame.Malformed malformed -> {}
            }
        }
    }

    private void complete(long id, Lines lines, Consumer<UniEmitter<? super JsonNode>> action) {
        PendingRequest pending = waiting.remove(id);
        if (pending != null) {
            lines.resetUnread();
            action.accept(pending.answer());
        }
    }

    /** Ends the session. A request that was written may have been executed; a queued request was not. */
    private void end(Kind kind, String why) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        outgoing.close();
        ChildProcess running = process;
        if (running != null) {
            running.end();
        }
        List.copyOf(waiting.keySet()).forEach(id -> {
            PendingRequest pending = waiting.remove(id);
            if (pending != null) {
                pending.answer()
                        .fail(new McpException(outgoing.wasDequeued(pending.line()) ? kind : Kind.UNREACHABLE, why));
            }
        });
    }

    private static Thread thread(String name, Runnable action) {
        return Thread.ofPlatform().daemon().name(name).unstarted(action);
    }
}
