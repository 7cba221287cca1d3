package dev.agenthost.orchestrator.runner;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.wire.Frame;
import dev.agenthost.orchestrator.wire.IncomingFiles;
import dev.agenthost.orchestrator.wire.SingleResponse;
import dev.agenthost.orchestrator.wire.WireLink;
import dev.agenthost.protocol.hostapi.FileChunk;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The icons of the plugins of one connection. Each plugin is asked once, and again when somebody wants it: one question at a time, which
 * takes the place of a run meanwhile. A plugin that has none, or answers nonsense, is as good as any other.
 */
public final class PluginIcons {
    /** Asks one plugin, in the words of the arrangement. */
    public interface Ask {
        OptionalLong ask(String plugin, WireLink.Answers answers);
    }

    private static final Logger LOG = System.getLogger(PluginIcons.class.getName());
    private static final long PATIENCE = Duration.ofSeconds(15).toNanos();
    private static final int MOST_TOGETHER = 4 * 1024 * 1024;
    private static final long NOTHING = -1;

    private final WireLink link;
    private final ConnectionSlots seats;
    private final IntSupplier room;
    private final Ask ask;
    private final Consumer<String> changed;
    private final LongSupplier nanos;
    private final IncomingFiles files = new IncomingFiles(IncomingFiles.Bounds.USUAL);
    private final Map<String, Icon> icons = new HashMap<>();
    private final Set<String> wanted = new LinkedHashSet<>();
    private Set<String> plugins = Set.of();
    private long asked = NOTHING;
    private long askedAt;

    /**
     * @param room runs that the connection takes at once
     * @param changed told the plugin that has another icon now, or none any more
     * @param nanos this process's monotonic clock
     */
    public PluginIcons(
            WireLink link,
            ConnectionSlots seats,
            IntSupplier room,
            Ask ask,
            Consumer<String> changed,
            LongSupplier nanos) {
        this.link = link;
        this.seats = seats;
        this.room = room;
        this.ask = ask;
        this.changed = changed;
        this.nanos = nanos;
    }

    /** Empty where it has none, or has not shown it yet. */
    public synchronized Optional<Icon> of(String plugin) {
        return Optional.ofNullable(icons.get(plugin));
    }

    /** These may have icons, and no others; those that are new will be asked. */
    public synchronized void these(Set<String> now) {
        Set<String> fresh = new HashSet<>(now);
        fresh.removeAll(plugins);
        plugins = Set.copyOf(now);
        icons.keySet().retainAll(now);
        wanted.retainAll(now);
        wanted.addAll(fresh);
    }

    /** All of them will be asked once more. */
    public synchronized void again() {
        wanted.addAll(plugins);
    }

    /** A piece of a file, whatever it is for. */
    public void take(Frame.Request request, WireLink.Reply reply) {
        switch (FileChunk.read(request.data())) {
            case FileChunk.Reading.Refused refused -> reply.failed("ValueError: " + refused.why());
            case FileChunk.Reading.Read read -> {
                switch (files.take(read.chunk(), nanos.getAsLong())) {
                    case IncomingFiles.Taking.Taken taken -> reply.success(JsonNodeFactory.instance.objectNode());
                    case IncomingFiles.Taking.Refused refused -> reply.failed("ValueError: " + refused.why());
                }
            }
        }
    }

    /** Each second. */
    public synchronized void check(long now) {
        files.forget(now);
        if (asked != NOTHING && (now - askedAt > PATIENCE || !link.isOpen(asked))) {
            link.forget(asked);
            asked = NOTHING;
        }
        if (!wanted.isEmpty() && asked == NOTHING && seats.reserve(room.getAsInt())) {
            String plugin = wanted.iterator().next();
            OptionalLong number = ask.ask(plugin, new SingleResponse(link, answer -> heard(plugin, answer)));
            number.ifPresent(sent -> wanted.remove(plugin));
            asked = number.orElse(NOTHING);
            askedAt = now;
            seats.giveBack();
        }
    }

    private void heard(String plugin, Frame.Response response) {
        boolean isAnother =
                switch (IconAnswer.of(response, files)) {
                    case IconAnswer.Shown shown -> shown(plugin, shown.icon());
                    case IconAnswer.None none -> forgotten(plugin);
                    case IconAnswer.Failed failed -> false;
                    case IconAnswer.Unfit unfit -> {
                        LOG.log(Level.INFO, "plugin={0} has no icon that can be shown: {1}", plugin, unfit.why());
                        yield forgotten(plugin);
                    }
                };
        if (isAnother) {
            changed.accept(plugin);
        }
    }

    private synchronized boolean shown(String plugin, Icon icon) {
        Icon before = icons.get(plugin);
        if (!plugins.contains(plugin) || before != null && before.sha256().equals(icon.sha256())) {
            return false;
        }
        int others = icons.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(plugin))
                .mapToInt(entry -> entry.getValue().size())
                .sum();
        if (others + icon.size() > MOST_TOGETHER) {
            LOG.log(Level.INFO, "plugin={0} has no icon that can be shown: all of its runtime are too large", plugin);
            return forgotten(plugin);
        }
        icons.put(plugin, icon);
        return true;
    }

    private synchronized boolean forgotten(String plugin) {
        return icons.remove(plugin) != null;
    }

    /** The connection is gone. */
    public synchronized void closed() {
        files.clear();
        wanted.clear();
    }
}
