;; The inner loop of the bootstrap in 64-bit arithmetic, which JavaScript does not have at speed.
;; scripts/build assembles it into resample-module.ts.
;;
;; Memory, for m samples and R resamples, one after the other:
;;   sorted   m × f64   the samples in ascending order
;;   medians  R × f64   what comes out: the type-7 median of each resample
;;   ranks    m × i32   the rank of the sample with each index
;;   counts   m × i32   how often a resample holds each rank
(module
  (memory (export "memory") 1)

  ;; The state after one step of the generator.
  (func $step (export "step") (param $x i64) (result i64)
    (local.set $x (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 12))))
    (local.set $x (i64.xor (local.get $x) (i64.shl (local.get $x) (i64.const 25))))
    (local.set $x (i64.xor (local.get $x) (i64.shr_u (local.get $x) (i64.const 27))))
    (i64.mul (local.get $x) (i64.const 2685821657736338717)))

  ;; Leaves the medians of R resamples in memory; the generator starts in the state x.
  (func (export "resampleMedians") (param $x i64) (param $m i32) (param $R i32)
    (local $medians i32) (local $ranks i32) (local $counts i32)
    (local $median i32) (local $draw i32) (local $place i32)
    (local $middle i32) (local $seen i32) (local $lower f64)

    (local.set $medians (i32.shl (local.get $m) (i32.const 3)))
    (local.set $ranks (i32.add (local.get $medians) (i32.shl (local.get $R) (i32.const 3))))
    (local.set $counts (i32.add (local.get $ranks) (i32.shl (local.get $m) (i32.const 2))))
    (local.set $median (local.get $medians))

    (loop $resamples
      ;; Draw m indices and count the rank of each.
      (memory.fill (local.get $counts) (i32.const 0) (i32.shl (local.get $m) (i32.const 2)))
      (local.set $draw (local.get $m))
      (loop $draws
        (local.set $x (call $step (local.get $x)))
        ;; place = counts + 4·ranks[x mod m]
        (local.set $place
          (i32.add (local.get $counts)
            (i32.shl
              (i32.load
                (i32.add (local.get $ranks)
                  (i32.shl (i32.wrap_i64 (i64.rem_u (local.get $x) (i64.extend_i32_u (local.get $m)))) (i32.const 2))))
              (i32.const 2))))
        (i32.store (local.get $place) (i32.add (i32.load (local.get $place)) (i32.const 1)))
        (br_if $draws (local.tee $draw (i32.sub (local.get $draw) (i32.const 1)))))

      ;; Walk up the ranks until more than (m − 1)/2 draws were seen: the lower of the two in the middle.
      (local.set $middle (i32.shr_u (i32.sub (local.get $m) (i32.const 1)) (i32.const 1)))
      (local.set $place (local.get $counts))
      (local.set $seen (i32.load (local.get $place)))
      (loop $walk
        (if (i32.le_u (local.get $seen) (local.get $middle))
          (then
            (local.set $place (i32.add (local.get $place) (i32.const 4)))
            (local.set $seen (i32.add (local.get $seen) (i32.load (local.get $place))))
            (br $walk))))
      ;; sorted[rank] lies at 8·rank = 2·(place − counts).
      (local.set $lower
        (f64.load (i32.shl (i32.sub (local.get $place) (local.get $counts)) (i32.const 1))))

      (if (i32.and (local.get $m) (i32.const 1))
        (then (f64.store (local.get $median) (local.get $lower)))
        (else
          ;; With an even m the upper one too, and the mean of both, rounded as a quantile is.
          (local.set $middle (i32.shr_u (local.get $m) (i32.const 1)))
          (loop $walk
            (if (i32.le_u (local.get $seen) (local.get $middle))
              (then
                (local.set $place (i32.add (local.get $place) (i32.const 4)))
                (local.set $seen (i32.add (local.get $seen) (i32.load (local.get $place))))
                (br $walk))))
          (f64.store (local.get $median)
            (f64.add
              (f64.mul (local.get $lower) (f64.const 0.5))
              (f64.mul
                (f64.load (i32.shl (i32.sub (local.get $place) (local.get $counts)) (i32.const 1)))
                (f64.const 0.5))))))

      (local.set $median (i32.add (local.get $median) (i32.const 8)))
      (br_if $resamples (i32.lt_u (local.get $median) (local.get $ranks))))))
