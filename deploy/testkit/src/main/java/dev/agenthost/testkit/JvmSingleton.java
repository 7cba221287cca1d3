package dev.agenthost.testkit;

import org.jspecify.annotations.Nullable;

/**
 * A server that is started once for all test classes of a JVM.
 *
 * <p>Quarkus loads test resources in another class loader when it restarts the application under test, so the running servers are
 * recorded in system properties and not in static fields.
 */
final class JvmSingleton {
    interface Start {
        String start() throws Exception;
    }

    private JvmSingleton() {}

    /** The value that {@code start} returned, now or at its first call under this name. */
    static String get(String name, Start start) {
        synchronized (name.intern()) {
            var known = System.getProperty(property(name));
            if (known != null) {
                return known;
            }
            try {
                var answer = start.start();
                System.setProperty(property(name), answer);
                return answer;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while starting " + name, e);
            } catch (Exception e) {
                throw new IllegalStateException("cannot start " + name, e);
            }
        }
    }

    /** Records a value under this name. */
    static void set(String name, String value) {
        System.setProperty(property(name), value);
    }

    /** The recorded value; null if nothing was started. */
    static @Nullable String known(String name) {
        return System.getProperty(property(name));
    }

    private static String property(String name) {
        return "agenthost.test." + name;
    }
}
