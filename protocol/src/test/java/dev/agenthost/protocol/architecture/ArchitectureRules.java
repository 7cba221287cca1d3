package dev.agenthost.protocol.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The layout rules of every service: a folder named after a capability holds decisions, and only a folder named after a
 * technology uses that technology. A service's {@code ArchitectureTest} calls {@link #check(String)}, or one rule at a
 * time. Each breach is an {@link AssertionError} that lists the violations.
 */
public final class ArchitectureRules {
    /** Folders named after a technology; {@code cdi} is the wiring, which alone may know several. */
    public static final Set<String> LEAVES = Set.of(
            "kafka",
            "postgres",
            "http",
            "ws",
            "cdi",
            "telegram",
            "slack",
            "discord",
            "lark",
            "dingtalk",
            "wecom",
            "line",
            "onebot",
            "s3",
            "lucene",
            "mcp",
            "networknt",
            "openai",
            "jtokkit",
            "tika",
            "onnx",
            "jsoup",
            "pdfbox",
            "health",
            "log",
            "otel",
            "metrics");

    private static final String WIRING = "cdi";
    private static final String HTTP_METHOD = "jakarta.ws.rs.HttpMethod";
    private static final String PATH = "jakarta.ws.rs.Path";
    private static final String NEEDS = "dev.agenthost.platform.rest.http.RequiredRight";
    private static final List<String> KNOWN_TO_PURE = List.of(
            "java.",
            "javax.crypto.",
            "dev.agenthost.protocol.",
            "dev.agenthost.im.chat.",
            "dev.agenthost.platform.failpoint.",
            "dev.agenthost.platform.rest.ChangeContext",
            "dev.agenthost.platform.rest.EntityTag",
            "dev.agenthost.platform.rest.ExpectedVersion",
            "dev.agenthost.platform.rest.Versioned",
            "dev.agenthost.platform.rest.Write",
            "dev.agenthost.platform.security.SecretRedactor",
            "dev.agenthost.platform.security.Secrets",
            "org.jspecify.annotations.",
            "io.smallrye.mutiny.",
            "com.fasterxml.jackson.databind.node.",
            // Calculates the times of an expression, without I/O and threads.
            "com.cronutils.");
    /** These packages alone, without the leaves below them. */
    private static final Set<String> KNOWN_PACKAGES = Set.of("dev.agenthost.platform.lease");

    private static final Set<String> KNOWN_CLASSES = Set.of(
            "com.fasterxml.jackson.databind.JsonNode",
            "dev.agenthost.platform.egress.CircuitBreaker",
            "dev.agenthost.platform.egress.CircuitBreaker$Policy",
            "dev.agenthost.platform.kafka.OffsetAdvance",
            "dev.agenthost.platform.kafka.RetryLoop");

    /** Methods of Vert.x and of the JDK that create a client. */
    private static final Set<String> MAKES_A_CLIENT = Set.of(
            "createHttpClient",
            "httpClientBuilder",
            "createWebSocketClient",
            "createNetClient",
            "newHttpClient",
            "openConnection",
            "openStream");

    private ArchitectureRules() {}

    /** All rules, on the main classes below that package. */
    public static void check(String base) {
        JavaClasses classes = mainClasses(base);
        pureFoldersKnowNoTechnology(classes, base);
        pureFoldersDoNotReachIntoLeaves(classes, base);
        leavesDoNotKnowEachOther(classes, base);
        capabilitiesAreFreeOfCycles(classes, base);
        endpointsSayWhichRightTheyNeed(classes);
    }

    /** The classes below that package that are not tests. */
    public static JavaClasses mainClasses(String base) {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(base);
        if (classes.isEmpty()) {
            throw new AssertionError("there is nothing to check below " + base);
        }
        return classes;
    }

    /** (a) Pure folders depend on the JDK, protocol, Mutiny (for ports), JSON trees, each other and what begins with these prefixes. */
    public static void pureFoldersKnowNoTechnology(JavaClasses classes, String base, String... known) {
        report(
                "a pure folder knows a technology",
                violations(classes, from -> leaf(from, base).isEmpty(), dependency -> {
                    JavaClass target = target(dependency);
                    return !target.isPrimitive()
                            && !isBelow(target, base)
                            && !isKnownToPure(target)
                            && !beginsWithOneOf(target.getName(), known);
                }));
    }

    /** (b) No pure folder depends on a leaf. */
    public static void pureFoldersDoNotReachIntoLeaves(JavaClasses classes, String base) {
        report(
                "a pure folder reaches into a leaf",
                violations(classes, from -> leaf(from, base).isEmpty(), dependency -> leaf(target(dependency), base)
                        .isPresent()));
    }

    /** (c) Leaves meet through ports; only the wiring knows several of them. */
    public static void leavesDoNotKnowEachOther(JavaClasses classes, String base) {
        report(
                "a leaf knows another",
                violations(
                        classes,
                        from -> leaf(from, base)
                                .filter(name -> !name.equals(WIRING))
                                .isPresent(),
                        dependency -> leaf(target(dependency), base)
                                .filter(name -> !name.equals(
                                        leaf(dependency.getOriginClass(), base).orElse("")))
                                .isPresent()));
    }

    /** (d) The folders directly below the base do not depend on each other in a cycle; the wiring does not count. */
    public static void capabilitiesAreFreeOfCycles(JavaClasses classes, String base) {
        SlicesRuleDefinition.slices()
                .matching(base + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(classes.that(DescribedPredicate.describe(
                        "are not wiring", c -> !leaf(c, base).equals(Optional.of(WIRING)))));
    }

    /**
     * (e) Every resource method below {@code /api} names the right that a key must have; a method without one refuses
     * every caller.
     */
    public static void endpointsSayWhichRightTheyNeed(JavaClasses classes) {
        Set<String> silent = new TreeSet<>();
        for (JavaMethod method : endpoints(classes)) {
            if (!method.isAnnotatedWith(NEEDS)) {
                silent.add(method.getFullName());
            }
        }
        report("a resource method does not say which right it needs", silent);
    }

    /** The resource methods below {@code /api}. */
    public static List<JavaMethod> endpoints(JavaClasses classes) {
        return classes.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.isMetaAnnotatedWith(HTTP_METHOD))
                .filter(method -> (path(method.getOwner()) + "/" + path(method))
                        .replaceAll("^/+", "")
                        .startsWith("api"))
                .toList();
    }

    private static String path(HasAnnotations<?> place) {
        return place.tryGetAnnotationOfType(PATH)
                .map(path -> String.valueOf(path.getExplicitlyDeclaredProperty("value")))
                .orElse("");
    }

    /**
     * Rule for modules that are no service: a module depends on itself and on classes whose names begin with one of
     * these prefixes.
     */
    public static void dependsOnlyOn(JavaClasses classes, String base, String... prefixes) {
        report("the module knows too much", violations(classes, from -> true, dependency -> {
            JavaClass target = target(dependency);
            return !target.isPrimitive() && !isBelow(target, base) && !beginsWithOneOf(target.getName(), prefixes);
        }));
    }

    /** Rule for modules that are no service: only these packages use classes whose names begin with that prefix. */
    public static void knownOnlyBelow(JavaClasses classes, String prefix, String... packages) {
        report(
                prefix + " is known elsewhere",
                violations(
                        classes,
                        from -> Arrays.stream(packages).noneMatch(folder -> isBelow(from, folder)),
                        dependency -> target(dependency).getName().startsWith(prefix)));
    }

    /** Outbound calls go through the module {@code egress}: no other class creates a client, except below these packages. */
    public static void callsOutOnlyBelow(JavaClasses classes, String... packages) {
        Set<String> clients = new TreeSet<>();
        for (JavaClass type : classes) {
            if (Arrays.stream(packages).noneMatch(folder -> isBelow(type, folder))) {
                type.getMethodCallsFromSelf().stream()
                        .filter(call -> MAKES_A_CLIENT.contains(call.getTarget().getName()))
                        .filter(call -> beginsWithOneOf(call.getTargetOwner().getName(), "io.vertx.", "java.net."))
                        .forEach(call -> clients.add(call.getDescription()));
            }
        }
        report("an HTTP client beside egress", clients);
    }

    private static Set<String> violations(
            JavaClasses classes, Predicate<JavaClass> origin, Predicate<Dependency> breach) {
        Set<String> found = new TreeSet<>();
        for (JavaClass from : classes) {
            if (origin.test(from)) {
                from.getDirectDependenciesFromSelf().stream()
                        .filter(breach)
                        .forEach(dependency -> found.add(dependency.getDescription()));
            }
        }
        return found;
    }

    private static void report(String breach, Set<String> found) {
        if (!found.isEmpty()) {
            throw new AssertionError(breach + ":\n  " + String.join("\n  ", new ArrayList<>(found)));
        }
    }

    private static JavaClass target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType();
    }

    private static boolean isBelow(JavaClass type, String base) {
        return type.getPackageName().equals(base) || type.getPackageName().startsWith(base + ".");
    }

    private static boolean beginsWithOneOf(String name, String... prefixes) {
        return Arrays.stream(prefixes).anyMatch(name::startsWith);
    }

    private static boolean isKnownToPure(JavaClass type) {
        String name = type.getName();
        return KNOWN_CLASSES.contains(name)
                || KNOWN_PACKAGES.contains(type.getPackageName())
                || KNOWN_TO_PURE.stream().anyMatch(name::startsWith);
    }

    /** Returns the technology folder of a class of this service; empty for a pure folder and for classes outside the service. */
    private static Optional<String> leaf(JavaClass type, String base) {
        if (!type.getPackageName().startsWith(base + ".")) {
            return Optional.empty();
        }
        return Arrays.stream(type.getPackageName().substring(base.length() + 1).split("\\."))
                .filter(LEAVES::contains)
                .findFirst();
    }
}
