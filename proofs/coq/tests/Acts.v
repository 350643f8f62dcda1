(** * Acts that are possible, and those that must not be (proofs/kernel/act_test.go has the same). *)
Require Import List ZArith NArith String Bool.
From Rlv Require Import Values Terms Rules Match Normal Successors Checker.
Import ListNotations.

Notation x := (TV SInt 0%N). Notation b := (TB 0).
Definition less a c := FT (TOp OLt a c).
Definition plain := less x (TInt 0).                      (* decidable *)
Definition all := FAll (less b x). Definition some := FEx (less b x).
Definition table : lang := Lang [[Test HInt []]; [Test HInt []; Test HStr []]; [Test (HSym 20) [0%N]]; [Test (HSym 20) []]] [] [] [].
Definition takes a hs c := match do_act (machine_of table) [] a (Ob 1 hs c) with Some _ => true | None => false end.
Ltac check := vm_compute; reflexivity.

Example acts : map (fun '(a, hs, c) => takes a hs c)
  [ (AInst 0 x, [all], plain); (AInst 0 x, [FImp some (FImp plain all)], plain); (AInst 0 x, [some], plain);
    (AInst 0 x, [FImp all plain], plain); (AInst 0 x, [FNot all], plain); (AInst 0 b, [all], plain); (AInst 0 (TStr ""), [all], plain);
    (AOpen 0, [some], some); (AOpen 0, [FImp plain some], some); (AOpen 0, [FImp all some], plain); (AOpen 0, [all], plain);
    (AOpen 0, [some; less (TV SInt 1) x], plain); (AOpen 0, [some], less (TV SInt 1) x);
    (AUse all x, [], some); (AUse some x, [], some); (AUse plain x, [], plain); (AUse all b, [], plain); (AUse all (TStr ""), [], plain);
    (AName some, [], plain); (AName all, [], plain); (AName some, [], FImp some all); (AName some, [], some);
    (AName (FAll some), [], plain); (AName (FEx (FAll some)), [], plain); (AName plain, [], plain);
    (AName (FEx (less b (TV SInt 1))), [], plain); (AName some, [less (TV SInt 1) x], plain); (AName some, [], less (TV SInt 1) x);
    (AName some, [], FOr plain all); (AName some, [], FOr plain some); (AName some, [], FOr all all);
    (ABack 0, [FImp all plain], plain); (ABack 0, [FImp plain all], plain); (ABack 0, [all], plain);
    (AKind 0 1 x, [], plain); (AKind 1 0 x, [], plain); (AKind 2 3 x, [], plain); (AKind 0 4 x, [], plain); (AKind 4 0 x, [], plain) ]%N
  = [ true; true; false;  false; false; false; false;  true; true; false; false;  false; false;
      true; true; false; false; false;  true; true; true; false;  false; true; false;  false; false; false;
      true; false; false;  true; false; false;  true; false; false; false; false ].
Proof. check. Qed.
