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
 * A session with a program that is ours while it lasts: one JSON text a line, in and out. Two threads of its own read and write, so
 * whoever asks never waits for a pipe. A program that ends, floods or closes its output costs whoever was waiting his answer.
 */
final class StdioMcpSession implements McpSession {
    private static final String CHANGED = "The server was changed meanwhile";

    private final StdioCommands.Command command;
    private final Map<String, String> environment;
    private final SecretRedactor secrecy;
    private final Consumer<String> noticed;
    private final Consumer<StdioMcpSession> ended;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Asked> waiting = new ConcurrentHashMap<>();
    private final StdinQueue outgoing = new StdinQueue();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable ChildProcess process;

    private record Asked(StdinQueue.Line line, UniEmitter<? super JsonNode> answer) {}

    /** @param ended is told once, when nothing of it is left */
    StdioMcpSession(
            StdioCommands.Command command,
            Map<String, String> environment,
            SecretRedactor secrecy,
            Consumer<String> noticed,
            Consumer<StdioMcpSession> ended) {
        this.command = command;
        this.environment = Map.copyOf(environment);
        this.secrecy = secrecy;
        this.noticed = noticed;
        this.ended = ended;
    }

    void start() {
        thread("mcp-in", this::live).start();
    }

    @Override
    public Uni<JsonNode> ask(String method, ObjectNode params, Duration limit) {
        return Uni.createFrom()
                .<JsonNode>emitter(answer -> {
                    long id = ids.incrementAndGet();
                    StdinQueue.Line line = line(JsonRpc.request(id, method, params));
                    answer.onTermination(() -> {
                        if (waiting.remove(id) != null && !outgoing.withdraw(line) && !method.equals(INITIALIZE)) {
                            send(JsonRpc.cancelled(id));
                        }
                    });
                    waiting.put(id, new Asked(line, answer));
                    if (!outgoing.offer(line) && waiting.remove(id) != null) {
                        answer.fail(
                                over.get()
                                        ? new McpException(Kind.UNREACHABLE, "The server has ended")
                                        : new McpException(Kind.BUSY, "The server does not read what it is asked"));
                    }
                })
                .ifNoItem()
                .after(limit)
                .failWith(() -> new McpException(Kind.TOO_LATE, "The server took too long"));
    }

    @Override
    public Uni<Void> tell(String method, ObjectNode params) {
        send(JsonRpc.notification(method, params));
        return Uni.createFrom().voidItem();
    }

    @Override
    public void speak(String version) {}

    @Override
    public boolean isOver() {
        return over.get();
    }

    @Override
    public boolean hasDied() {
        return over.get();
    }

    @Override
    public void close() {
        end(Kind.DIED, CHANGED);
    }

    /** At once, and with its children. */
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

    private void live() {
        try (ChildProcess started = ChildProcess.start(command, environment)) {
            process = started;
            started.onExit(() -> end(Kind.DIED, "The server ended"));
            thread("mcp-out", () -> listen(started)).start();
            OutputStream in = started.input();
            for (StdinQueue.Line line = outgoing.take(); line != null; line = outgoing.take()) {
                in.write(line.text());
                in.write('\n');
                in.flush();
            }
        } catch (IOException e) {
            end(Kind.DIED, "The server's program cannot be started, or does not listen");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(Kind.DIED, "The server ended");
            ended.accept(this);
        }
    }

    private void listen(ChildProcess started) {
        Lines lines = new Lines(MOST);
        try (InputStream out = started.output()) {
            byte[] buffer = new byte[16 * 1024];
            int read = out.read(buffer);
            while (read >= 0 && !over.get()) {
                for (byte[] line : lines.next(buffer, read)) {
                    heard(new String(line, StandardCharsets.UTF_8), lines);
                }
                read = out.read(buffer);
            }
            end(Kind.DIED, "The server ended");
        } catch (Lines.TooMuch e) {
            end(Kind.TOO_LARGE, "The server says more than anybody asked");
        } catch (IOException e) {
            end(Kind.DIED, "The server ended");
        }
    }

    private void heard(String line, Lines lines) {
        for (JsonRpc.Frame frame : JsonRpc.read(line, secrecy)) {
            switch (frame) {
                case JsonRpc.Frame.Result result -> answered(result.id(), lines, one -> one.complete(result.result()));
                case JsonRpc.Frame.Failed failed -> answered(failed.id(), lines, one -> one.fail(failed.why()));
                case JsonRpc.Frame.Asks asks -> send(JsonRpc.answer(asks));
                case JsonRpc.Frame.Tells tells -> noticed.accept(tells.method());
                case JsonRpc.Frame.Nonsense nonsense -> {}
            }
        }
    }

    private void answered(long id, Lines lines, Consumer<UniEmitter<? super JsonNode>> what) {
        Asked one = waiting.remove(id);
        if (one != null) {
            lines.wanted();
            what.accept(one.answer());
        }
    }

    /** Of what it was asked already nobody knows what it did; what it was not told yet it surely did not do. */
    private void end(Kind kind, String why) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        outgoing.close();
        ChildProcess running = process;
        if (running != null) {
            running.end();
        }
        List.copyOf(waiting.keySet()).forEach(id -> {
            Asked one = waiting.remove(id);
            if (one != null) {
                one.answer().fail(new McpException(outgoing.wasTaken(one.line()) ? kind : Kind.UNREACHABLE, why));
            }
        });
    }

    private static Thread thread(String name, Runnable what) {
        return Thread.ofPlatform().daemon().name(name).unstarted(what);
    }
}
