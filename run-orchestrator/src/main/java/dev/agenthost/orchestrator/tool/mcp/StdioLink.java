package dev.agenthost.orchestrator.tool.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.secret.Secrecy;
import dev.agenthost.orchestrator.tool.mcp.McpFailure.Kind;
import dev.agenthost.orchestrator.tool.server.StdioCommands;
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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session with a program that is ours while it lasts: one JSON text a line, in and out. Two threads of its own read and write, so
 * whoever asks never waits for a pipe. A program that ends, floods or closes its output costs whoever was waiting his answer.
 */
final class StdioLink implements McpLink {
    /** Lines that wait to be written: a program that does not read is asked no more. */
    private static final int MOST_WAITING = 256;

    private static final byte[] STOP = {};

    private final StdioCommands.Command command;
    private final Map<String, String> environment;
    private final Secrecy secrecy;
    private final Consumer<String> noticed;
    private final Consumer<StdioLink> ended;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, UniEmitter<? super JsonNode>> waiting = new ConcurrentHashMap<>();
    private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable ChildProcess process;

    /** @param ended is told once, when nothing of it is left */
    StdioLink(
            StdioCommands.Command command,
            Map<String, String> environment,
            Secrecy secrecy,
            Consumer<String> noticed,
            Consumer<StdioLink> ended) {
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
                    answer.onTermination(() -> {
                        if (waiting.remove(id) != null && !method.equals(McpClient.INITIALIZE)) {
                            send(JsonRpc.cancelled(id));
                        }
                    });
                    waiting.put(id, answer);
                    if (!send(JsonRpc.request(id, method, params)) && waiting.remove(id) != null) {
                        answer.fail(
                                over.get()
                                        ? new McpFailure(Kind.UNREACHABLE, "The server has ended")
                                        : new McpFailure(Kind.BUSY, "The server does not read what it is asked"));
                    }
                })
                .ifNoItem()
                .after(limit)
                .failWith(() -> new McpFailure(Kind.TOO_LATE, "The server took too long"));
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
        end(Kind.UNREACHABLE, "The server was changed meanwhile");
    }

    /** At once, and with its children. */
    void kill() {
        ChildProcess running = process;
        if (running != null) {
            running.kill();
        }
    }

    private boolean send(ObjectNode frame) {
        return !over.get() && outgoing.offer(ProtocolCodec.encode(frame));
    }

    private void live() {
        try (ChildProcess started = ChildProcess.start(command, environment)) {
            process = started;
            started.onExit(() -> end(Kind.DIED, "The server ended"));
            thread("mcp-out", () -> listen(started)).start();
            OutputStream in = started.input();
            while (!over.get()) {
                byte[] line = outgoing.take();
                if (line == STOP) {
                    break;
                }
                in.write(line);
                in.write('\n');
                in.flush();
            }
        } catch (IOException e) {
            end(Kind.UNREACHABLE, "The server's program cannot be started, or does not listen");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(Kind.DIED, "The server ended");
            ended.accept(this);
        }
    }

    private void listen(ChildProcess started) {
        Lines lines = new Lines(HttpLink.MOST);
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
        for (JsonRpc.Frame frame : JsonRpc.read(secrecy.without(line))) {
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
        UniEmitter<? super JsonNode> one = waiting.remove(id);
        if (one != null) {
            lines.wanted();
            what.accept(one);
        }
    }

    private void end(Kind kind, String why) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        // Makes room for the last word, which wakes the writer.
        while (!outgoing.offer(STOP)) {
            outgoing.poll();
        }
        ChildProcess running = process;
        if (running != null) {
            running.end();
        }
        List.copyOf(waiting.keySet()).forEach(id -> {
            UniEmitter<? super JsonNode> one = waiting.remove(id);
            if (one != null) {
                one.fail(new McpFailure(kind, why));
            }
        });
    }

    private static Thread thread(String name, Runnable what) {
        return Thread.ofPlatform().daemon().name(name).unstarted(what);
    }
}
